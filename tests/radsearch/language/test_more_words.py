"""Other wordings of one finding, organ by organ: signs, predicates, lay and dictated words."""

import pytest

from radsearch.language import extract

WORDINGS = {
    "airspace_opacity": ["The left base is dense", "Hazy right lung"],
    "vascular_congestion": ["Upper zone veins slightly dilated", "Vessels are blurred"],
    "atelectasis": ["Bands of platelike density", "Crowding of the lung bases"],
    "lobar_collapse": ["The right upper lobe is airless"],
    "hyperinflation": ["Both hemidiaphragms are low", "Increased retrosternal clear space"],
    "bronchiectasis": ["Parallel line shadows at the base", "Grouped ring shadows"],
    "pleural_effusion": ["Each lateral recess is blunted", "Blunting of the costophrenic angle"],
    "pneumoperitoneum": ["Air under the diaphragm"],
    "chamber_enlargement": ["Double density along the right heart border"],
    "mediastinal_widening": ["Right paratracheal stripe thickened"],
    "hilar_enlargement": ["Right hilum fuller than the left"],
    "hiatal_hernia": ["Small retrocardiac air-fluid level"],
    "hepatic_steatosis": ["Liver attenuation is lower than the spleen"],
    "cholecystitis": ["Sonographic Murphy sign positive"],
    "renal_atrophy": ["The left kidney is smaller"],
    "testicular_torsion": ["Spermatic cord twisted on the left"],
    "deep_vein_thrombosis": ["The femoral vein is not compressible", "Partially compressible vein"],
    "appendicitis": ["The appendix is distended", "Noncompressible tubular structure"],
    "inguinal_hernia": ["Fat herniates in the left groin"],
    "subarachnoid_hemorrhage": ["Hyperdensity in the basal cisterns"],
    "cerebral_aneurysm": ["Aneurysm of the anterior communicating artery"],
    "brain_atrophy": ["The sulci are widened"],
    "nerve_root_compression": ["The disc contacts the S1 nerve root", "The root is compressed"],
    "vertebral_compression_fracture": ["T12 has lost 40% of its height"],
    "rib_fracture": ["Callus along the rib"],
    "dislocation": ["The acromioclavicular joint is widened"],
    "scoliosis": ["Mild thoracic dextrocurvature"],
    "tendon_tear": ["The supraspinatus tendon is retracted"],
    "joint_effusion": ["Synovial effusion of the knee", "Fat pads are elevated"],
    "joint_prosthesis": ["The right shoulder has been replaced"],
    "vertebroplasty": ["Cement in T12"],
    "neurostimulator": ["Vagal stimulator on the left"],
    "device_malposition": ["The catheter tip in the azygos vein"],
    "rib_anomaly": ["Bifid anterior right fourth rib"],
    "foreign_body": ["Old gunshot fragments over the scapula"],
}  # fmt: skip
CASES = [(text, finding) for finding, texts in WORDINGS.items() for text in texts]


@pytest.mark.parametrize(("text", "finding"), CASES)
def test_another_wording_states_the_finding(text: str, finding: str) -> None:
    assert (finding, "present") in {(f.finding, f.presence) for f in extract(text + ".")}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("There are multiple hypodense liver metastases.", "hepatic_steatosis"),
        ("Reconstituted via pelvic collaterals.", "varices"),
        ("Mild mastoid fluid on the right.", "pleural_effusion"),
        ("20 mm cyst of fluid density in the anterior mediastinum.", "mediastinal_mass"),
        ("Dural sinuses are opacified.", "sinus_disease"),
        ("Heart is at the upper limit of normal.", "cardiomegaly"),
        ("Spleen: 6 cm cyst.", "splenomegaly"),
    ],
)
def test_like_words_of_another_thing_do_not(text: str, finding: str) -> None:
    stated = {f.finding for f in extract(text) if f.presence == "present"}
    assert finding not in stated
    assert finding != "splenomegaly" or finding not in {f.finding for f in extract(text)}
