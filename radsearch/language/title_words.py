"""The titles of sections, in lower case, with what each heads."""

from typing import Literal

Label = Literal[
    "findings",
    "impression",
    "weak_impression",  # COMMENT, DIAGNOSIS ...: the impression unless a stronger word is there
    "interpretation",  # the impression after FINDINGS, both at once without
    "report",  # the findings beside an impression, both at once without
    "technique_findings",
    "combined",
    "indication",
    "technique",
    "comparison",
    "exam",
    "addendum",
    "preliminary",
    "communication",
    "recommendation",
    "signature",
    "final",  # "FINAL REPORT": a banner that ends a preliminary read
    "admin",  # name, number, date: never text to search
]

PHRASES: dict[Label, str] = {
    "findings": (
        "findings|finding|description|results|result|observations|observation|report findings"
        "|detailed findings|findings in detail|body of report|description of findings"
    ),
    "impression": (
        "impression|impressions|conclusion|conclusions|opinion|summary and conclusion"
        "|summary impression|impression and plan|impression plan|concluding remarks|bottom line"
        "|final impression|final diagnosis|radiological diagnosis|impression summary"
        "|summary of findings|key findings and conclusion"
    ),
    "weak_impression": (
        "summary|comment|comments|diagnosis|diagnoses|assessment|final assessment"
        "|overall assessment|imp"
    ),
    "interpretation": ("interpretation|interpretations"),
    "report": ("report|radiology report|body|narrative|report text"),
    "indication": (
        "indication|indications|history|histories|reason for exam|reason for examination"
        "|reason for the exam|reason for this exam|reason for this examination|reason for study"
        "|reason for the study|reason for test|reason for request|reason for referral|reason"
        "|clinical|clinical details|clinical detail|clinical information|clinical info"
        "|clinical data|clinical history|clinical indication|clinical indications"
        "|clinical context|clinical question|clinical statement|clinical notes|clinical note"
        "|clinical summary|clinical background|clinical diagnosis|clinical problem"
        "|clinical features|clinical presentation|patient history|medical history"
        "|past medical history|relevant history|brief history|medical condition"
        "|history of present illness|hx|provisional diagnosis|admitting diagnosis"
        "|working diagnosis|referral diagnosis|presenting complaint|chief complaint|symptoms"
        "|question|questions to be answered|request|background|indication for exam"
        "|indication for study|indication for examination|exam indication|study indication"
    ),
    "technique": (
        "technique|techniques|protocol|imaging protocol|scan protocol|method|methods"
        "|methodology|contrast|iv contrast|oral contrast|contrast agent|contrast media|dose"
        "|radiation dose|dose report|dlp|ctdi|ctdivol|radiopharmaceutical|tracer"
        "|fluoroscopy time|fluoro time|views|number of views|sequences|procedure technique"
        "|scan technique|imaging technique|technical factors|technical|acquisition"
        "|procedure details|procedure description|description of procedure|medications|sedation"
    ),
    "comparison": (
        "comparison|comparisons|comparison study|comparison studies|comparison exam"
        "|comparison exams|comparison examination|comparison film|comparison films"
        "|comparison date|comparison made to|comparison is made to|compared to|compared with"
        "|prior|priors|prior study|prior studies|prior exam|prior exams|prior imaging|previous"
        "|previous study|previous studies|previous exam|previous exams|previous imaging"
        "|previous examinations|comparison with|comparison to|reference exam|correlation"
        "|relevant priors|comparative study"
    ),
    "exam": (
        "exam|exams|examination|examinations|study|studies|procedure|procedures|exam type"
        "|type of exam|type of examination|type of study|study type|exam name|exam title"
        "|exam performed|examination performed|procedure performed|study performed"
        "|exam description|study description|modality|test|imaging study|title|name of exam"
        "|name of examination|radiological examination"
    ),
    "addendum": (
        "addendum|addenda|addendums|addendum report|amendment|amended report|correction"
        "|corrected report|erratum|supplementary report|supplemental report|late addendum"
        "|attending addendum|radiologist addendum|addendum to report|addendum begins"
        "|begin addendum|start of addendum|addendum start|report addendum"
    ),
    "preliminary": (
        "wet read|wetread|preliminary|preliminary report|preliminary read|preliminary reading"
        "|preliminary impression|preliminary interpretation|preliminary findings"
        "|preliminary result|preliminary results|prelim|prelim read|prelim report|initial read"
        "|initial report|resident read|resident preliminary read|overnight read"
        "|overnight report|on call read|on call report|nighthawk read|teleradiology read"
        "|provisional report|wet reading|stat read|ed read|preliminary wet read"
    ),
    "communication": (
        "critical result|critical results|critical finding|critical findings|critical value"
        "|critical values|critical result communication|critical results communication"
        "|communication|communications|communication of results"
        "|communication of critical results|notification|notifications|result notification"
        "|results notification|verbal report|verbal communication|result communication"
        "|results communication|urgent result|urgent results|urgent finding|urgent findings"
        "|critical alert|alert|non critical results|unexpected finding"
        "|unexpected findings communication|actionable finding|documentation of communication"
        "|physician notification|notified|critical test result|significant result"
    ),
    "recommendation": (
        "recommendation|recommendations|recommend|follow up|followup|follow up recommendation"
        "|follow up recommendations|suggested follow up|plan|advice|management recommendation"
        "|management recommendations|further recommendations"
    ),
    "signature": (
        "requested by|ordered by|referred by"
        "|electronically signed by|electronically signed|signed by|signed|dictated by"
        "|transcribed by|reviewed by|interpreted by|reported by|verified by|approved by|read by"
        "|authenticated by|finalized by|finalised by|attending|attending radiologist"
        "|radiologist|reporting radiologist|resident|signature|attending physician"
        "|electronic signature|transcriptionist|dictating radiologist|reader|staff radiologist"
        "|consultant radiologist|dictated and signed by|digitally signed by|report signed by"
        "|authorised by|authorized by|dictated|transcribed|prepared by|attestation"
        "|reporting doctor|interpreting radiologist|electronically verified by|validated by"
        "|dictated on|transcribed on|signed on"
    ),
    "final": (
        "final report|final read|final|final interpretation|final reading|original report"
        "|end of addendum|end addendum|addendum ends|report body|original"
        "|end of preliminary report|final radiology report|final result|end of wet read"
    ),
    "admin": (
        "name|patient|patient name|patient id|mrn|mr|medical record number|dob|date of birth"
        "|date|date of exam|date of examination|date of study|date of service|exam date"
        "|study date|time|accession|accession number|accession no|acc|acc no|age|sex|gender"
        "|location|hospital|ward|facility|referring physician|referring doctor|referrer"
        "|ordering physician|ordering provider|requesting physician"
        "|physician|department|order number|order|exam number|visit number"
        "|account number|date of report|report date|dictation date|id|service"
    ),
}
"""Label -> its titles, parted by "|"."""
