"""Tracers, heart muscle, pregnancy, ear and skull base, growth: findings that had no record."""

import pytest

from radsearch.language import extract

STATED = {
    "abnormal_uptake": ["Three foci of uptake in the left ribs", "Focal FDG uptake in the sigmoid"],
    "perfusion_defect": ["Reversible perfusion defect of the lateral wall"],
    "pulmonary_embolism": ["Unmatched defects in the left lung"],
    "dopaminergic_deficit": ["Reduced putaminal binding on the left"],
    "myocarditis": ["Subepicardial late enhancement of the inferolateral wall"],
    "late_enhancement": ["Late enhancement of the basal septum"],
    "ventricular_dysfunction": ["Akinesis of the apex", "Reduced left ventricular function"],
    "esophageal_dysmotility": ["Moderate oesophageal dysmotility"],
    "gastroparesis": ["Delayed gastric emptying"],
    "placenta_previa": ["Vasa praevia", "Placenta covering the internal os"],
    "oligohydramnios": ["Absent liquor"],
    "cord_anomaly": ["Velamentous cord insertion"],
    "limb_length_difference": ["Leg length difference of 8 mm"],
    "acetabular_protrusion": ["Protrusio acetabuli on the right"],
    "patellar_malposition": ["Patella baja"],
    "metabolic_bone_disease": ["Rachitic change of the distal radius"],
    "bony_dehiscence": ["The lateral semicircular canal is dehiscent"],
    "lytic_lesion": ["The long process of the incus is eroded", "The tegmen is thinned"],
    "sclerotic_lesion": ["Sclerosis of the left arytenoid"],
    "constipation": ["Faecal loading of the colon"],
    "cord_signal_abnormality": ["Spinal cord infarction"],
    "pneumonia": ["Superimposed infection at the base", "Infective process on the left"],
    "pleural_thickening": ["Pleural thickness is increased", "Thickened pleural line"],
    "airspace_opacity": ["Hazy area in the right mid lung zone"],
    "low_lung_volumes": ["Crowded lung bases"],
    "thyroid_nodule": ["Hypodensity of the thyroid"],
    "gallbladder_polyp": ["Hyperechoic focus in the gallbladder fundus"],
    "gallbladder_wall_edema": ["Gallbladder wall edema without stones"],
    "arterial_stenosis": ["External iliac: 50% focal stenosis"],
}
CASES = [(text, finding) for finding, texts in STATED.items() for text in texts]


@pytest.mark.parametrize(("text", "finding"), CASES)
def test_it_is_stated(text: str, finding: str) -> None:
    assert (finding, "present") in {(f.finding, f.presence) for f in extract(text + ".")}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("A right iliac node of 7 mm has intense uptake.", "abnormal_uptake"),
        ("Gallbladder wall edema without stones.", "cholecystitis"),
        ("Two separate placental masses, lambda sign.", "mass"),
        ("Patella baja.", "dislocation"),
        ("Both kidneys show cortical thinning.", "lytic_lesion"),
        ("External iliac: 50% focal stenosis.", "osteoarthritis"),
        ("Laminar necrosis of the left parietal cortex.", "avascular_necrosis"),
    ],
)
def test_it_is_no_other_finding(text: str, finding: str) -> None:
    assert finding not in {f.finding for f in extract(text)}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("No focal uptake.", "abnormal_uptake"),
        ("No wall motion abnormality.", "ventricular_dysfunction"),
        ("The tegmen is intact, without dehiscence.", "bony_dehiscence"),
    ],
)
def test_a_denied_one_is_not_present(text: str, finding: str) -> None:
    assert (finding, "present") not in {(f.finding, f.presence) for f in extract(text)}
