"""External labels of reports, and which of our findings each of them means.

The meanings were written from the labels' definitions, before any number was seen. Nothing of
these data was used for training, thresholds or calibration.
"""

import csv
import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from radsearch.errors import CorpusError

NEGBIO: Mapping[str, tuple[str, ...]] = {
    "Atelectasis": ("atelectasis", "lobar_collapse"),
    "Cardiomegaly": ("cardiomegaly",),
    "Effusion": ("pleural_effusion",),
    "Infiltration": ("airspace_opacity",),
    "Mass": ("pulmonary_mass", "mediastinal_mass", "mass"),
    "Nodule": ("pulmonary_nodule",),
    "Pneumonia": ("pneumonia",),
    "Pneumothorax": ("pneumothorax",),
    "Consolidation": ("consolidation",),
    "Edema": ("pulmonary_edema", "interstitial_edema"),
    "Emphysema": ("emphysema",),
    "Fibrosis": ("fibrosis",),
    "Pleural_Thickening": ("pleural_thickening",),
    "Hernia": ("hiatal_hernia", "diaphragmatic_hernia"),
}
"""The 14 labels of NegBio's gold standard (Peng et al. 2018, arXiv:1712.05898)."""

CT_RATE: Mapping[str, tuple[str, ...]] = {
    "Medical material": (
        "central_venous_catheter", "port_catheter", "pacemaker", "stent", "sternotomy_wires",
        "prosthetic_valve", "cabg", "surgical_clips", "support_devices", "endotracheal_tube",
        "tracheostomy_tube", "enteric_tube", "chest_tube", "picc_line", "dialysis_catheter",
        "biliary_stent", "spinal_hardware", "orthopedic_hardware", "joint_prosthesis",
        "breast_implant", "airway_stent", "nephrostomy_tube", "ureteral_stent", "surgical_drain",
        "gastrostomy_tube", "ivc_filter", "surgical_mesh",
    ),
    "Arterial wall calcification": ("aortic_atherosclerosis", "vascular_calcification"),
    "Cardiomegaly": ("cardiomegaly", "chamber_enlargement"),
    "Pericardial effusion": ("pericardial_effusion",),
    "Coronary artery wall calcification": ("coronary_calcification",),
    "Hiatal hernia": ("hiatal_hernia",),
    "Lymphadenopathy": ("lymphadenopathy",),
    "Emphysema": ("emphysema",),
    "Atelectasis": ("atelectasis", "lobar_collapse"),
    "Lung nodule": ("pulmonary_nodule",),
    "Lung opacity": ("airspace_opacity", "ground_glass_opacity", "consolidation"),
    "Pulmonary fibrotic sequela": ("scarring", "fibrosis"),
    "Pleural effusion": ("pleural_effusion",),
    "Mosaic attenuation pattern": ("air_trapping",),
    "Peribronchial thickening": ("bronchial_wall_thickening",),
    "Consolidation": ("consolidation",),
    "Bronchiectasis": ("bronchiectasis",),
    "Interlobular septal thickening": ("interstitial_thickening", "interstitial_edema"),
}  # fmt: skip
"""The 18 labels of CT-RATE (Hamamci et al. 2024, arXiv:2403.17834)."""

MESH: Mapping[str, tuple[str, ...]] = {
    "Airspace Disease": ("airspace_opacity", "consolidation"),
    "Atherosclerosis": ("aortic_atherosclerosis",),
    "Bronchiectasis": ("bronchiectasis",),
    "Bullous Emphysema": ("bulla",),
    "Calcified Granuloma": ("granuloma",),
    "Cardiomegaly": ("cardiomegaly",),
    "Cicatrix": ("scarring",),
    "Consolidation": ("consolidation",),
    "Diaphragmatic Eventration": ("diaphragm_eventration",),
    "Emphysema": ("emphysema",),
    "Fractures, Bone": ("fracture", "rib_fracture", "vertebral_compression_fracture"),
    "Granuloma": ("granuloma",),
    "Granulomatous Disease": ("granuloma", "calcified_lymph_node"),
    "Heart Failure": ("heart_failure",),
    "Hernia, Hiatal": ("hiatal_hernia",),
    "Hydropneumothorax": ("pneumothorax", "pleural_effusion"),
    "Infiltrate": ("airspace_opacity",),
    "Kyphosis": ("kyphosis",),
    "Lung Diseases, Interstitial": ("interstitial_lung_disease",),
    "Mass": ("pulmonary_mass", "mediastinal_mass", "mass"),
    "Mastectomy": ("mastectomy",),
    "Nodule": ("pulmonary_nodule",),
    "Osteophyte": ("osteophyte",),
    "Pleural Effusion": ("pleural_effusion",),
    "Pneumonia": ("pneumonia",),
    "Pneumothorax": ("pneumothorax",),
    "Pulmonary Atelectasis": ("atelectasis", "lobar_collapse"),
    "Pulmonary Congestion": ("vascular_congestion",),
    "Pulmonary Disease, Chronic Obstructive": ("copd",),
    "Pulmonary Edema": ("pulmonary_edema", "interstitial_edema"),
    "Pulmonary Emphysema": ("emphysema",),
    "Pulmonary Fibrosis": ("fibrosis",),
    "Sclerosis": ("bone_sclerosis", "sclerotic_lesion"),
    "Scoliosis": ("scoliosis",),
    "Spinal Fusion": ("spinal_hardware",),
    "Spondylosis": ("degenerative_change",),
    "Subcutaneous Emphysema": ("subcutaneous_emphysema",),
    "Tuberculosis": ("tuberculosis",),
    "Aorta/tortuous": ("aortic_tortuosity",),
    "Diaphragm/elevated": ("elevated_hemidiaphragm", "diaphragm_eventration"),
    "Lung/hyperdistention": ("hyperinflation",),
    "Lung/hypoinflation": ("low_lung_volumes",),
    "Thickening/pleura": ("pleural_thickening",),
    "Thoracic Vertebrae/degenerative": ("degenerative_change", "osteophyte", "disc_degeneration"),
}
"""Open-I's hand-made MeSH terms that mean one finding: a heading, or a heading with one qualifier.
Left out are headings that mean no one finding of ours ("Opacity", "Density", "Markings")."""

SUPPORT = 10
"""Reports that a label needs to be counted."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Reports with hand-made labels.

    Attributes:
        name: For tables.
        ids: Of the reports.
        texts: Per report its body texts.
        labels: Names of the columns that have enough support.
        gold: (reports, labels).
        meanings: Per label the findings that it means.
    """

    name: str
    ids: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]
    gold: NDArray[np.bool_]
    meanings: tuple[tuple[str, ...], ...]


def read_openi(reports: Path, gold: Path) -> tuple[Labelled, Labelled]:
    """Open-I with NegBio's 14 gold labels, and with the MeSH headings of `MESH`."""
    rows = {row["uid"]: row for row in _rows(reports)}
    marks = {row["uid"]: row for row in _rows(gold)}
    kept = [uid for uid, row in rows.items() if _texts(row) and uid in marks]
    texts = [_texts(rows[uid]) for uid in kept]
    negbio = {name: [marks[uid][name] == "1" for uid in kept] for name in NEGBIO}
    terms = [[term.strip().split("/") for term in rows[uid]["MeSH"].split(";")] for uid in kept]
    mesh = {
        name: [any(_means(term, *name.split("/")) for term in found) for found in terms]
        for name in MESH
    }
    return (
        _labelled("Open-I, NegBio gold", kept, texts, negbio, NEGBIO),
        _labelled("Open-I, MeSH", kept, texts, mesh, MESH),
    )


def read_ct_rate(path: Path) -> Labelled:
    """The CT-RATE subset with its 18 hand labels; the same text again is left out."""
    rows = [row for row in _rows(path) if row["is_duplicate_text"] not in ("1", "True", "true")]
    labels = {name: [row[name] in ("1", "1.0") for row in rows] for name in CT_RATE}
    texts = [(row["report_text"],) for row in rows]
    return _labelled("CT-RATE subset", [r["AccessionNo"] for r in rows], texts, labels, CT_RATE)


def _means(term: list[str], heading: str, qualifier: str = "") -> bool:
    """Whether a MeSH term is of this heading, with this qualifier if one is given.

    >>> _means(["Aorta", "tortuous", "mild"], "Aorta", "tortuous")
    True
    """
    return term[0].strip() == heading and (not qualifier or qualifier in term[1:])


def _labelled(
    name: str,
    ids: list[str],
    texts: Sequence[tuple[str, ...]],
    labels: Mapping[str, list[bool]],
    meanings: Mapping[str, tuple[str, ...]],
) -> Labelled:
    kept = [label for label, values in labels.items() if SUPPORT <= sum(values)]
    gold = np.array([labels[label] for label in kept], np.bool_).T
    means = tuple(meanings[label] for label in kept)
    return Labelled(name, tuple(ids), tuple(texts), tuple(kept), gold, means)


def _texts(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("findings", "impression") if row[name].strip())


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise CorpusError(
            f"{path} cannot be read ({type(error).__name__}): give its folder"
        ) from None
