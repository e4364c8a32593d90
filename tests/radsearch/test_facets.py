import numpy as np
import pytest

from radsearch.facets import FacetIndex, as_mapping


@pytest.fixture
def facets(searcher):
    return FacetIndex(searcher.store)


def test_counts_are_those_of_the_reports_selected(facets, searcher):
    selection = searcher.select('modality = "XR"')
    counted = as_mapping(facets.count("modality", selection.mask))
    assert counted["XR"] == selection.count
    assert all(count == 0 for value, count in counted.items() if value != "XR")


def test_without_a_selection_all_reports_count_and_the_most_frequent_is_first(facets, searcher):
    counted = facets.count("modality")
    assert sum(facet.count for facet in counted) == len(searcher)
    assert [f.count for f in counted] == sorted((f.count for f in counted), reverse=True)


@pytest.mark.parametrize("status", ["present", "absent"])
def test_tag_counts_are_what_the_filter_finds(facets, searcher, status):
    counted = as_mapping(facets.count(status))
    for name in ("pneumothorax", "pleural_effusion"):
        assert counted[name] == searcher.select(f"{name}:{status}").count > 0


def test_a_share_by_year_is_present_over_all_of_that_year(facets, searcher):
    shares = facets.by_year("pneumothorax", "present")
    both = searcher.select("pneumothorax:present and year = 2024").count
    assert shares["2024"] == pytest.approx(both / searcher.select("year = 2024").count)
    assert list(shares) == sorted(shares)
    assert facets.by_year("no_such_finding", "present") == {}


def test_each_report_has_one_status_of_a_finding(facets, searcher):
    status = facets.status_of("pneumothorax")
    assert len(status) == len(searcher)
    at = list(searcher.store.ids).index("t-01")
    assert status[at] == "present"
    assert status[list(searcher.store.ids).index("t-02")] == "absent"
    assert status[list(searcher.store.ids).index("t-08")] == "not stated"


def test_nothing_selected_counts_nothing(facets, searcher):
    none = np.zeros(len(searcher), bool)
    assert all(facet.count == 0 for facet in facets.count("present", none))
    assert facets.by_year("pneumothorax", "present", none) == {}
