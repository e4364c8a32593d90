def test_a_dictated_section_is_explained_by_what_it_states(searcher):
    text = "Small left pneumothorax. No pleural effusion."
    found = searcher.query(text, 3, section="report", kind="findings", explain=True)
    asked = {match.query.finding for match in found[0].matches}
    assert asked == {"pneumothorax", "pleural_effusion"}
    plain = searcher.query(text, 3, section="report", kind="findings")
    assert [hit.report_id for hit in plain] == [hit.report_id for hit in found]
    assert plain[0].matches == ()
