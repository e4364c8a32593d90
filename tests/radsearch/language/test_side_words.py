"""Sides of places, of extents and of what a sentence calls its own; calcified as an adjective."""

import pytest

from radsearch.language.extract import extract

FORAMEN = "foraminal_stenosis"


def side(text: str, finding: str) -> str | None:
    return next(f.laterality for f in extract(text) if f.finding == finding)


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Left retrocardiac opacity persists.", "airspace_opacity", "left"),
        ("Mass in the right kidney extending into the left renal vein.", "renal_mass", "right"),
        (
            "Multiple bullet fragments, largest 9 mm, lie in the right thigh.",
            "foreign_body",
            "right",
        ),
        ("Multiple lung nodules, the largest on the left.", "pulmonary_nodule", None),
        ("Left gastric node of 14 mm.", "lymphadenopathy", None),
        ("Right axillary node of 14 mm.", "lymphadenopathy", "right"),
        ("Both kidneys without stones.", "nephrolithiasis", None),
        ("No stone in either kidney.", "nephrolithiasis", "bilateral"),
        ("Left knee. Bones osteopenic. Meniscus torn.", "osteopenia", None),
        ("Left knee. Bones osteopenic. Meniscus torn.", "meniscal_tear", "left"),
    ],
)
def test_side(text: str, finding: str, wanted: str | None) -> None:
    assert side(text, finding) == wanted


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Left basal pleural thickening with calcification.", {"pleural_thickening"}),
        ("Calcified pleural thickening.", {"pleural_thickening"}),
        ("Calcified tortuous aorta.", {"aortic_atherosclerosis", "aortic_tortuosity"}),
    ],
)
def test_calcified_describes_a_noun(text: str, names: set[str]) -> None:
    found = {f.finding: f.density for f in extract(text)}
    assert set(found) == names and "calcified" in found.values()


def test_an_adjective_belongs_to_the_noun_behind_it() -> None:
    found = {
        f.finding: f.count for f in extract("Sigmoid thickening centered on multiple diverticula.")
    }
    assert found["diverticulosis"] == "multiple"


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        # the parts of the heart have a side where the finding is of them, a stent has none
        ("Coronary stent in the left circumflex; coronary calcification.", "stent", None),
        ("Left atrium enlarged.", "chamber_enlargement", "left"),
        ("Right ventricle enlarged relative to the left.", "chamber_enlargement", "right"),
        # midline things take no side from their neighbours in a list, paired ones do
        ("Right lower lobe consolidation and pneumomediastinum.", "pneumomediastinum", None),
        ("Right effusion and atelectasis.", "atelectasis", "right"),
        ("Dilated left ventricle, cardiomegaly.", "cardiomegaly", None),
        ("Left adrenal nodule and hepatic steatosis.", "hepatic_steatosis", None),
        ("Mild bilateral hip osteoarthritis with osteophytes.", "osteophyte", "bilateral"),
        ("Right granuloma, gallstones.", "cholelithiasis", None),
        ("Left port and tracheostomy tube.", "tracheostomy_tube", None),
        ("Right lower scar and tortuous aorta.", "aortic_tortuosity", None),
        ("Left popliteal artery aneurysmal.", "arterial_aneurysm", "left"),
        # a side before a noun is of that noun, one behind a list of all of it
        ("Fibrosis and left effusion.", "fibrosis", None),
        ("Consolidation and effusion on the left.", "consolidation", "left"),
        ("Septal lines at both bases and bronchiectasis.", "bronchiectasis", None),
        # what lies in something lies where that lies
        ("A fracture through a deposit in the left ninth rib.", "rib_fracture", "left"),
        ("Mucus fills several of the dilated bronchi in the lingula.", "mucus_plugging", "left"),
        # what a normal subject shows besides
        ("The left popliteal artery is narrowed but patent.", "arterial_stenosis", "left"),
        ("The right lung is overinflated and otherwise clear.", "hyperinflation", "right"),
        ("Right lung clear, without nodules.", "pulmonary_nodule", "right"),
        ("Right lung clear. No nodules.", "pulmonary_nodule", None),
        # lengths of the organs say nothing of what is denied in both
        ("KIDNEYS: right 10.3 cm, left 10.6 cm, no stone.", "nephrolithiasis", None),
        ("KIDNEYS: right no stone.", "nephrolithiasis", "right"),
        # "both" counts pairs of the body only
        ("Opacity on both views, suspicious for pneumonia.", "pneumonia", None),
        ("Opacity of both bases, suspicious for pneumonia.", "pneumonia", "bilateral"),
        ("Gaseous distention of both small and large bowel.", "ileus", None),
        ("Wedging of T7 and T9 are both unchanged.", "vertebral_compression_fracture", None),
        # where nothing is, is no side of what there is
        ("Right-sided pleural fluid, left clear.", "pleural_effusion", "right"),
        ("Effusion on the right, not on the left.", "pleural_effusion", "right"),
        ("Right pleura with fluid, none on the left.", "pleural_effusion", "right"),
        ("Effusions, small on the right and large on the left.", "pleural_effusion", "right"),
        ("Pneumonia of the left lung; right dome variant.", "pneumonia", "left"),
        ("Large effusion on the left pushing the mediastinum.", "pleural_effusion", "left"),
        ("Large effusion on the left pushing the mediastinum.", "mediastinal_shift", None),
        # the worst place is not the only one
        (
            "Bilateral consolidation, worst in the right upper lobe and left lower lobe.",
            "consolidation",
            "bilateral",
        ),
        # where the trachea is pushed to, not where the mass is
        (
            "Mass more to the left, deviating the trachea to the right.",
            "mediastinal_shift",
            "right",
        ),
        ("The right main and lobar emboli are unchanged.", "pulmonary_embolism", "right"),
        # one side for the whole examination
        ("Left breast dense. Ultrasound: solid mass, 17 mm.", "breast_mass", "left"),
        ("Coronal MR, right hip. Gluteal tear. Left hip normal.", "tendon_tear", "right"),
        ("Lesion in the right lobe. Haze around it in the left lobe.", "airspace_opacity", "left"),
    ],
)
def test_side_is_of_its_own_noun(text: str, finding: str, wanted: str | None) -> None:
    assert side(text, finding) == wanted


def test_items_share_the_side_of_their_noun() -> None:
    text = "Two nodules in the left lung: 10 mm in the lingula and 17 mm in the lower lobe."
    assert [(f.size_mm, f.laterality) for f in extract(text)] == [(10.0, "left"), (17.0, "left")]


def test_a_prefix_is_no_syndrome() -> None:
    assert {f.finding for f in extract("Pre-existing periventricular plaques.")} == {
        "demyelinating_lesion"
    }
    assert {f.finding for f in extract("Findings of PRES.")} == {"metabolic_white_matter"}


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        # the border of the heart has a side, the heart has none, its chambers have their own
        ("Clips along the left heart border.", "surgical_clips", "left"),
        ("Clips over the left heart.", "surgical_clips", None),
        ("Left atrium enlarged, double right heart border.", "chamber_enlargement", "left"),
        ("Retained secretions in the bronchus intermedius.", "mucus_plugging", "right"),
        # one side as the standard of the other
        (
            "Diaphragm raised, the right higher than the left.",
            "elevated_hemidiaphragm",
            "bilateral",
        ),
        ("Right effusion higher than before.", "pleural_effusion", "right"),
        # "neither" of two kinds and of two sides
        ("No free air, neither pleural nor mediastinal.", "pneumothorax", None),
        ("Neither pleural cavity contains fluid.", "pleural_effusion", "bilateral"),
        # a denial that stresses a side holds for all
        ("No hilar adenopathy, particularly on the left.", "lymphadenopathy", None),
        ("No hilar adenopathy on the left.", "lymphadenopathy", "left"),
        ("Aortocaval and right-sided nodes not enlarged.", "lymphadenopathy", None),
        ("Iliac and right-sided nodes not enlarged.", "lymphadenopathy", "right"),
        # a statement of another organ
        (
            "Vertebral body heights are preserved, and the right kidney enhances normally.",
            "vertebral_compression_fracture",
            None,
        ),
        # lengths of both organs
        ("Right kidney 10.9 cm and left kidney 11.3 cm, no stone.", "nephrolithiasis", None),
        # what is of a sided thing
        ("Subluxation of the right sesamoids.", "dislocation", "right"),
        ("Coil in the left MCA aneurysm.", "aneurysm_coil", "left"),
        # words that take up a side inside a sentence
        ("Mass in the right upper lobe; a nodule in the same lobe.", "pulmonary_nodule", "right"),
        ("Mass in the right upper lobe; a nodule in another lobe.", "pulmonary_nodule", None),
        (
            "Right lung reduced in volume with ipsilateral mediastinal shift.",
            "mediastinal_shift",
            "right",
        ),
        ("Nodules in the left lung; one of them has cavitated.", "cavitary_lesion", "left"),
        ("Nodules in the left lung; a cavity.", "cavitary_lesion", None),
        ("The left kidney is 5 cm; its calyces are dilated.", "hydronephrosis", "left"),
        ("L3-L4 bulges to the right, with foraminal narrowing on that side.", FORAMEN, "right"),
        ("L3-L4 bulges to the right. Foraminal narrowing.", FORAMEN, None),
        ("The left lung is clear; no nodule on that side.", "pulmonary_nodule", "left"),
        # a side that opens a sentence holds for all of it, unless it names another
        ("On the left a tube; the pneumothorax has gone down.", "pneumothorax", "left"),
        ("On the left a tube; the pneumothorax is bilateral.", "pneumothorax", "bilateral"),
        ("On the left a tube, none on the right; emphysema.", "emphysema", None),
        ("On the left a tube; the heart is enlarged.", "cardiomegaly", None),
        ("In the right lung a mass; subcarinal nodes may be enlarged.", "lymphadenopathy", None),
        # "the two" of a pair are both, of other nouns a number
        ("Scarring at the two apices.", "scarring", "bilateral"),
        ("The two upper lobe nodules have grown.", "pulmonary_nodule", None),
        ("The two nodules of the left lung have grown.", "pulmonary_nodule", "left"),
        ("T7 is wedged and T9 mildly, both as before.", "vertebral_compression_fracture", None),
        # an organ that is clear of something
        ("Left lung clear and free of nodules.", "pulmonary_nodule", "left"),
        ("Left lung clear; nodules absent.", "pulmonary_nodule", None),
    ],
)
def test_side_is_taken_up_or_left_out(text: str, finding: str, wanted: str | None) -> None:
    assert side(text, finding) == wanted


def test_a_shoulder_at_the_end_does_not_make_a_chest_report_one_of_the_right() -> None:
    text = "Calcified, unfolded aorta. Heart and pleural space normal. Right shoulder arthroplasty."
    assert side(text, "aortic_tortuosity") is None
    assert side(text, "joint_prosthesis") == "right"
