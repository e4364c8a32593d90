from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_more_before_the_own_adjective_is_an_increase() -> None:
    assert _one("The right lung is more collapsed.", "lobar_collapse").temporal == "increased"
    text = "The T8 lesion is more sclerotic at 10 mm."
    assert _one(text, "sclerotic_lesion").temporal == "increased"
    text = "The left lung is more collapsed than the right."
    assert _one(text, "lobar_collapse").temporal is None
    text = "Effusion and two more nodules in the right lung."
    assert _one(text, "pulmonary_nodule").temporal is None


def test_less_of_something_is_a_decrease() -> None:
    text = "The metastasis is smaller, with less surrounding edema of the brain."
    assert _one(text, "cerebral_edema").temporal == "decreased"
    text = "The metastasis is smaller, with less edema in the left hemisphere of the brain."
    assert _one(text, "cerebral_edema").temporal is None


def test_an_event_since_a_date_is_new() -> None:
    text = "A left lower lobe nodule has cavitated since the prior study."
    assert _one(text, "cavitary_lesion").temporal == "new"
    assert _one("A left lower lobe nodule has cavitated.", "cavitary_lesion").temporal is None


def test_a_verb_inside_a_name_tells_a_change() -> None:
    text = "Ventricular size has increased compared with the prior CT."
    assert _one(text, "hydrocephalus").temporal == "increased"
    assert _one("Increased ventricular size of the brain.", "hydrocephalus").temporal is None


def test_but_goes_on_about_the_same_organ() -> None:
    assert _one("Heart is smaller but still mildly enlarged.", "cardiomegaly").temporal == (
        "decreased"
    )
    text = "Effusion is smaller but the heart is mildly enlarged."
    assert _one(text, "cardiomegaly").temporal is None


def test_an_adjective_behind_an_article_leads_to_its_own_noun() -> None:
    text = "Elevated right hemidiaphragm and a stable, mild rightward mediastinal shift."
    assert _one(text, "mediastinal_shift").temporal == "stable"
    assert _one(text, "elevated_hemidiaphragm").temporal is None


def test_a_comparison_is_of_the_noun_before_it() -> None:
    text = "A giant bulla of the right lung, larger than before and compressing the adjacent lung."
    assert _one(text, "bulla").temporal == "increased"
    assert _one("Central pulmonary arteries look wider than on the prior.",
                "pulmonary_artery_enlargement").temporal == "increased"  # fmt: skip
