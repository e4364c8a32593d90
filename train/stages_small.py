"""The stages of the shipped encoder, each from the one before or from a blend of it."""

from functools import partial

from .stages import Part, Stage

_late = partial(
    Stage,
    learning_rate=3e-4,
    floor=0.02,
    steps=900,
    order=1.0,
    whitened=0.5,
    max_tokens=256,
)
"""A stage since the ninth: at the highest rate, more steps than its time allows."""

_MOSTLY_FAMILIES = (
    Part("reports", 56, 2.0),
    Part("families", 128, 2.5),
    Part("recombined", 32, 1.0),
    Part("perturbed", 6),
    Part("study_contrasts", 8, 0.5),
    Part("study_joint", 20, 0.5),
    Part("queries", 8, 0.5),
    Part("ranked", 6, 0.3),
)

SMALL = (
    # Written text alone: findings, impression, rewrites, thoughts; contrast families.
    Stage(
        "small-1",
        (Part("reports", 48), Part("families", 24)),
        learning_rate=1.5e-4,
        floor=0.3,
        steps=160,
    ),
    # The same with generated studies: every attribute of every body part, in many wordings.
    Stage(
        "small-2",
        (
            Part("reports", 36),
            Part("families", 16),
            Part("study_contrasts", 20),
            Part("study_pairs", 10, 0.5),
        ),
        learning_rate=1.5e-4,
        floor=0.35,
        steps=100,
    ),
    # And reports that are wrong in one attribute.
    Stage(
        "small-3",
        (
            Part("reports", 40, 1.5),
            Part("families", 16),
            Part("perturbed", 10),
            Part("study_contrasts", 16),
            Part("study_pairs", 6, 0.5),
        ),
        learning_rate=1.5e-4,
        floor=0.02,
        steps=450,
    ),
    # From the blend of the first and the third: twice the reports and families a step, RadSim as
    # the order of reports, short queries.
    Stage(
        "small-4",
        (
            Part("reports", 64, 1.5),
            Part("families", 40, 1.5),
            Part("perturbed", 8),
            Part("study_contrasts", 20),
            Part("study_pairs", 8, 0.5),
            Part("queries", 16, 0.5),
            Part("ranked", 8, 0.1),
        ),
        learning_rate=1.5e-4,
        floor=0.4,
        steps=450,
    ),
    # To the end of the rate, with everything that was written meanwhile.
    Stage(
        "small-5",
        (
            Part("reports", 64, 1.5),
            Part("families", 48, 1.5),
            Part("perturbed", 8),
            Part("study_contrasts", 16),
            Part("study_pairs", 4, 0.5),
            Part("queries", 12, 0.5),
            Part("ranked", 8, 0.1),
        ),
        learning_rate=1.3e-4,
        floor=0.02,
        steps=650,
        max_tokens=256,
    ),
    # From the shipped encoder: order weighs as much as lists, pairs in the order of their joint
    # attributes, impressions that quote their findings, and what was written for it.
    Stage(
        "small-6",
        (
            Part("reports", 64, 1.5),
            Part("families", 44, 1.5),
            Part("perturbed", 8),
            Part("study_contrasts", 16),
            Part("study_joint", 24, 0.7),
            Part("queries", 10, 0.5),
            Part("ranked", 8, 0.3),
        ),
        learning_rate=1.3e-4,
        floor=0.02,
        steps=540,
        order=1.0,
        whitened=0.5,
        max_tokens=256,
    ),
    # From the sixth with words in rows of their own (`widen`, `distil`): texts are a quarter
    # shorter. More families a step, twice the rate; cut at the peak when the eighth was ready.
    Stage(
        "small-7",
        (
            Part("reports", 64, 1.5),
            Part("families", 60, 2.0),
            Part("perturbed", 6),
            Part("study_contrasts", 16),
            Part("study_joint", 24, 0.7),
            Part("queries", 10, 0.5),
            Part("ranked", 8, 0.3),
        ),
        learning_rate=2.5e-4,
        floor=0.4,
        steps=270,
        order=1.0,
        whitened=0.5,
        max_tokens=256,
    ),
    # To the end of the rate, with written families along other axes than their own.
    Stage(
        "small-8",
        (
            Part("reports", 64, 1.8),
            Part("families", 48, 2.0),
            Part("recombined", 28, 1.0),
            Part("perturbed", 6),
            Part("study_contrasts", 8, 0.5),
            Part("study_joint", 20, 0.5),
            Part("queries", 10, 0.5),
            Part("ranked", 6, 0.3),
        ),
        learning_rate=2e-4,
        floor=0.02,
        steps=200,
        order=1.0,
        whitened=0.5,
        max_tokens=256,
    ),
    # From the shipped encoder: mostly families, at the highest rate so far; cut after 89 steps,
    # when the narrowed model could take over.
    _late(
        "small-9",
        _MOSTLY_FAMILIES,
    ),
    # The same from the ninth with narrower layers (`narrow`), to the end of the rate.
    _late(
        "small-10",
        _MOSTLY_FAMILIES,
    ),
    # From the shipped encoder: reports weigh as much as families, axes by `families.TURNS`,
    # without the families of lay and Latin wording.
    _late(
        "small-11",
        (
            Part("reports", 72, 2.5),
            Part("families", 128, 2.5),
            Part("recombined", 20, 1.0),
            Part("perturbed", 6),
            Part("study_contrasts", 8, 0.5),
            Part("study_joint", 12, 0.5),
            Part("queries", 8, 0.5),
            Part("ranked", 6, 0.3),
        ),
    ),
    # From the shipped encoder: long texts with one wrong fact, composed of families and of whole
    # reports.
    _late(
        "small-12",
        (
            Part("reports", 64, 2.5),
            Part("families", 80, 2.0),
            Part("recombined", 12, 0.7),
            Part("composed", 16, 1.2),
            Part("report_families", 28, 3.0),
            Part("perturbed", 4),
            Part("study_contrasts", 6, 0.5),
            Part("study_joint", 18, 0.7),
            Part("queries", 6, 0.5),
            Part("ranked", 6, 0.3),
        ),
    ),
    # From the shipped encoder: twice the steps for long texts, sections told from 1,024 others.
    _late(
        "small-13",
        (
            Part("reports", 64, 3.0),
            Part("families", 84, 2.5),
            Part("recombined", 8, 0.7),
            Part("composed", 16, 1.2),
            Part("report_families", 32, 3.0),
            Part("perturbed", 4),
            Part("study_contrasts", 6, 0.5),
            Part("study_joint", 18, 0.7),
            Part("queries", 6, 0.5),
            Part("ranked", 6, 0.3),
        ),
        memory=1024,
    ),
    # From the shipped encoder: almost twice the sections a step, told from twice as many others.
    _late(
        "small-14",
        (
            Part("reports", 112, 3.5),
            Part("families", 68, 2.3),
            Part("recombined", 6, 0.7),
            Part("composed", 10, 1.0),
            Part("report_families", 16, 2.0),
            Part("perturbed", 4),
            Part("study_contrasts", 6, 0.5),
            Part("study_joint", 18, 0.7),
            Part("queries", 6, 0.5),
            Part("ranked", 6, 0.3),
        ),
        memory=2048,
    ),
    # From halves of what the fourteenth started from and of it: families that are still read
    # wrongly, and more of the generated order, at two thirds of the rate.
    _late(
        "small-15",
        (
            Part("reports", 96, 3.2),
            Part("families", 72, 2.3, rehearsed=0.25),
            Part("composed", 8, 1.0),
            Part("report_families", 18, 2.2),
            Part("perturbed", 4),
            Part("study_contrasts", 14, 1.0),
            Part("study_joint", 22, 0.9),
            Part("queries", 6, 0.5),
            Part("ranked", 6, 0.3),
        ),
        learning_rate=2e-4,
        memory=2048,
    ),
)
"""The shipped encoder, from all-MiniLM-L6-v2."""
