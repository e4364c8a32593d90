from radsearch.language import extract


def _changes(text: str) -> dict[str, str | None]:
    return {f.finding: f.temporal for f in extract(text) if f.presence == "present"}


def test_a_comparison_that_closes_a_list_is_of_all_of_it() -> None:
    found = _changes("Congestive heart failure with alveolar edema, worse than four months ago.")
    assert found == {"heart_failure": "increased", "pulmonary_edema": "increased"}
    found = _changes("Cardiomegaly, and an effusion that is larger than a week ago.")
    assert found["cardiomegaly"] is None


def test_a_clause_that_says_only_the_change_is_of_the_clause_before() -> None:
    found = _changes("Basal reticulation and honeycombing; progressed since the comparison film.")
    assert found == {"reticulation": "increased", "honeycombing": "increased"}
    found = _changes("Basal reticulation and honeycombing; the effusion has increased.")
    assert found["reticulation"] is None
    assert found["honeycombing"] is None


def test_it_is_of_the_last_noun_only() -> None:
    found = _changes("Cardiomegaly and a left basal abscess; it was not present before.")
    assert "cardiomegaly" in found
    assert found["cardiomegaly"] is None


def test_shifts_share_the_change_of_their_list() -> None:
    found = _changes(
        "Slight leftward mediastinal shift and elevated left hemidiaphragm are stable."
    )
    assert set(found.values()) == {"stable"}


def test_a_number_in_the_date_ends_no_list() -> None:
    found = _changes("Bronchiectasis with bronchial wall thickening, progressed vs 8 mo ago.")
    assert set(found.values()) == {"increased"}


def test_a_predicate_is_of_its_own_statement() -> None:
    assert _changes("The heart is large and the effusion is stable.")["cardiomegaly"] is None
    found = _changes("The heart is enlarged, and there is a left effusion, both unchanged.")
    assert set(found.values()) == {"stable"}


def test_a_bare_predicate_behind_a_list_is_of_all_of_it() -> None:
    found = _changes("Pacemaker leads and sternotomy wires unchanged.")
    assert found == {"pacemaker": "stable", "sternotomy_wires": "stable"}
    found = _changes("Effusion, atelectasis and nodule stable since May.")
    assert set(found.values()) == {"stable"}


def test_a_bare_predicate_is_not_of_an_own_statement_nor_of_what_comes_with_it() -> None:
    assert _changes("The heart is large and effusion unchanged.")["cardiomegaly"] is None
    found = _changes("Cardiomegaly with effusion and atelectasis unchanged.")
    assert found["cardiomegaly"] is None
