"""The parts of the benchmark book: what runs, on what data, and what the paper says beside it."""

from radsearch.evaluation.book_part import Part

PLAIN = ("--system", "dense", "--system", "cosine")
INTERVAL = "95 % bootstrap interval, 1,000 draws, seed 0"
SUITES = "data/suites, written by us apart from the training text"
CHEST = ("--cases", "data/corpus/discrepancy/chest.jsonl", "--half", "test")
LAYOUT = {
    "shared": "",
    "openi": "data/openi/indiana_reports.csv.gz",
    "openi_tables": "data/openi",
    "phrases": "data/terminology/chexpert_labeler_phrases.csv.gz",
    "ct_rate": "data/ct_rate_textclf/ct_rate_textclf_reports.csv.gz",
    "radjudge": "data/report_pairs_mit/crimson_radjudge.csv.gz",
}
"""Where the external data lie under the folder that `--shared` names."""

PARTS = (
    Part(
        "sample",
        "Findings <-> impression, our sample corpus",
        "tables 1, 2",
        ("retrieval", "data/sample_reports.parquet"),
        data=f"480 authored reports, training ones among them: shows the tool; {INTERVAL}.",
    ),
    Part(
        "openi",
        "Findings <-> impression, Open-I (external)",
        "table 2",
        ("retrieval", "--openi", "{openi}"),
        "Paper: R@1 10.5 / 11.2 % (QureRadEmbed-4B), 6.6 / 7.8 % (Qwen3-Embedding-4B), on its own "
        "Open-I pool of unstated size and tie rule; ours: all 3,331 pairs, expected over ties.",
        f"Open-I, all reports with both sections, nothing trained or tuned on it; {INTERVAL}.",
    ),
    Part(
        "openi-backbone",
        "The same with the backbone, untrained",
        "table 2",
        ("retrieval", "--openi", "{openi}", "--encoder", "{backbone}", *PLAIN),
        data=f"As above; {INTERVAL}. What does not read vectors stands above.",
    ),
    Part(
        "ct-rate",
        "Findings <-> impression, chest CT (external)",
        "table 1",
        ("retrieval", "--ct-rate", "{ct_rate}"),
        "Paper: R@1 42.9 / 45.6 % on another CT set; ours: 740 distinct pairs of CT-RATE's "
        "text-classifier reports, cut by a heuristic.",
        f"CT-RATE text-classifier reports, nothing trained or tuned on them; {INTERVAL}.",
    ),
    Part(
        "ct-rate-backbone",
        "The same with the backbone, untrained",
        "table 1",
        ("retrieval", "--ct-rate", "{ct_rate}", "--encoder", "{backbone}", *PLAIN),
        data=f"As above; {INTERVAL}. What does not read vectors stands above.",
    ),
    Part(
        "axes",
        "Attribute suites",
        "figure 5, tables 3, 8",
        ("encoder",),
        "Paper: ten-axis ordering 0.996, joint-attribute Spearman 0.976 on its own generated "
        "contrasts; ours are written by us and half of them are rewording traps.",
        f"{SUITES}; report pairs: authored test part. Intervals: the figures.",
    ),
    Part(
        "axes-backbone",
        "The same with the backbone, untrained",
        "figure 5, tables 3, 8",
        ("encoder", "--encoder", "{backbone}"),
        data=f"{SUITES}.",
    ),
    Part(
        "heads",
        "Tags and attributes from frozen embeddings",
        "tables 3, 4, 10, 11; figure 10",
        ("heads", "--cache", "{cache}", "--shared={shared?}", "--backbone={backbone?}"),
        "Paper: attribute heads Spearman 0.940, contradiction AUC 1.000, modularity 3.634; "
        "100-label probes 0.481 against 0.412. Hospital reports there, Open-I and CT-RATE here.",
        "External: Open-I NegBio labels, CT-RATE hand labels; own: authored test part, held-out "
        "families. Probes: half of the reports held out by text, five seeded draws.",
    ),
    Part(
        "discrepancy",
        "A clinical error against a paraphrase and a condensation",
        "table 5",
        ("discrepancy", "--backbone={backbone?}"),
        "Paper, on its own Open-I pairs: .864 / .928 (directional), GREEN .825 / .538; ours: "
        "contrast families written by us, all modalities.",
        f"data/corpus/contrast/families4.jsonl, test half by hash of the id; {INTERVAL}, over "
        "families.",
    ),
    Part(
        "discrepancy-chest",
        "The same on short chest reports",
        "table 5",
        ("discrepancy", *CHEST, "--backbone={backbone?}"),
        "Paper: as above. Ours: outpatient chest films, every text written by us.",
        f"Test half by hash of the id; {INTERVAL}, over reports.",
    ),
    Part(
        "discrepancy-kinds",
        "Injected errors in all modalities, and of which kind they are called",
        "table 5, by kind",
        ("discrepancy", "--authored", "data/corpus/authored", "--part", "test", "--no-encoder"),
        "Paper: win rates by kind of error on its own Open-I pairs; ours: one error of each kind, "
        "put into authored reports by rule (seed 0), against their rewrites.",
        f"Authored test part, 151 reports; {INTERVAL}, over reports.",
    ),
    Part(
        "agreement",
        "Agreement with readers",
        "table 6",
        ("agreement", "--radjudge", "{radjudge}"),
        "Paper: Kendall tau on ReXVal, RadEval's expert set and RaTE-Eval, which are not ours to "
        "ship: give their files to the command.",
        "RadJudge (MIT), 30 ranking tests; looked at while rules were written, not held out; no "
        "draw, so no interval.",
    ),
    Part(
        "cost",
        "Seconds per 1,000 report pairs, Open-I",
        "table 7",
        ("cost", "{openi}", "--pairs", "300", "--backbone={backbone?}"),
        "Paper: 8.8 s (4B) and 2,755 s (GREEN) on an L40S; ours on CPU cores, their number and "
        "load in the output.",
        "Open-I, reports two and two, no text twice unless repeated there; no interval, one run.",
    ),
    Part(
        "speed",
        "Encoder speed, Open-I findings",
        "none",
        ("encoder", "--speed", "{openi}"),
        data="Distinct findings, blocks of 100; one run.",
    ),
    Part(
        "language",
        "Extraction against gold",
        "none",
        ("language", "--openi={openi_tables?}", "--phrases={phrases?}"),
        data="Authored validation and test parts, annotated by developers; Open-I (external): its "
        "NegBio labels and MeSH terms.",
    ),
    Part(
        "search",
        "Short queries, order by attribute",
        "none",
        ("search",),
        data="data/corpus/queries over the authored reports, development data: the ranking's "
        "weights were chosen on them.",
    ),
    Part(
        "figures",
        "Figures",
        "figures 3 to 10",
        ("figures", "--out", "{figures}", "--parts", "{parts}", "--backbone={backbone?}"),
        reads=("data/benchmarks/stages.jsonl",),
    ),
)
"""In the order of the book; the figures come last, for they show what the others found."""
