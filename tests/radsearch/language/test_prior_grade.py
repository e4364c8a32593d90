from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_an_earlier_grade_tells_a_change() -> None:
    heart = _one("Cardiac silhouette is moderately enlarged, previously mild.", "cardiomegaly")
    assert (heart.severity, heart.temporal) == ("moderate", "increased")
    effusion = _one("Small right pleural effusion, previously moderate.", "pleural_effusion")
    assert (effusion.severity, effusion.temporal) == ("mild", "decreased")


def test_a_grade_before_its_noun_or_of_today_tells_none() -> None:
    effusion = _one("Small right pleural effusion, moderate atelectasis.", "pleural_effusion")
    assert (effusion.severity, effusion.temporal) == ("mild", None)
    edema = _one("The previously mild pulmonary edema has resolved.", "pulmonary_edema")
    assert edema.severity == "mild"


def test_a_dated_change_closes_a_list_within_a_longer_one() -> None:
    text = "Heart failure with alveolar edema, worse than a month ago, large heart and effusion."
    assert _one(text, "pulmonary_edema").temporal == "increased"
    assert _one(text, "cardiomegaly").temporal is None
    text = "Edema of the lungs, new, large left effusion and atelectasis."
    assert _one(text, "atelectasis").temporal is None
