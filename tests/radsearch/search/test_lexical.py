import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from radsearch.search import lexical, lexical_build
from radsearch.search.stream import build

TEXTS = [
    "No pneumothorax. No pleural effusion.",
    "Small left pneumothorax.",
    "Pleural effusion on the left, small; pleural thickening.",
    "",
    "Heart size is normal. No effusion, no edema. 5.5 cm cyst.",
]


def _index(texts, section="findings"):
    stream = build({"findings": text, "impression": "other words"} for text in texts)
    ids = lexical.vocabulary_ids(stream.vocabulary)
    return lexical.Lexical(ids, **lexical_build.build(stream, section))


def test_tfidf_equals_scikit_learn():
    vectorizer = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2))
    matrix = vectorizer.fit_transform(TEXTS)
    index = _index(TEXTS)
    for query in ("no pleural effusion", "small pneumothorax small unknownword", TEXTS[4], "zzz"):
        wanted = (matrix @ vectorizer.transform([query]).T).toarray()[:, 0]
        np.testing.assert_allclose(index.tfidf(query), wanted, atol=1e-6)


def test_bm25_equals_the_formula_word_by_word():
    index = _index(TEXTS)
    lengths = [len([w for w in lexical.words(t) if len(w) > 1]) for t in TEXTS]
    mean = np.mean(lengths)
    for doc, text in enumerate(TEXTS):
        score = 0.0
        for word in ("no", "effusion"):
            tf = lexical.words(text).count(word)
            df = sum(word in lexical.words(t) for t in TEXTS)
            idf = np.log(1 + (5 - df + 0.5) / (df + 0.5))
            score += idf * tf / (tf + 1.2 * (0.25 + 0.75 * lengths[doc] / mean))
        assert index.bm25("no effusion")[doc] == pytest.approx(score, abs=1e-6)


def test_negation_words_are_terms_like_others():
    index = _index(TEXTS)
    with_no, without = index.bm25("no pneumothorax"), index.bm25("pneumothorax")
    assert with_no[0] > without[0] and with_no[1] == without[1]


def test_a_section_knows_only_its_own_words():
    assert not _index(TEXTS, "impression").tfidf("pneumothorax").any()
    assert _index(TEXTS, "report").bm25("other").all()


def test_an_empty_corpus_answers_with_nothing():
    index = _index([])
    assert len(index.tfidf("effusion")) == len(index.bm25("effusion")) == 0
