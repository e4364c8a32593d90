from radsearch import compare
from radsearch.language import extract
from radsearch.language.sentence import split_sentences
from radsearch.matching.echo import echoes, open_sentences
from radsearch.matching.merge import merge_mentions


def _read(text):
    sentences = split_sentences(text)
    return sentences, merge_mentions(extract(text), sentences)


def test_copies_denials_and_normal_statements_are_closed():
    sentences, mentions = _read("Clear lungs. No effusion. Crinkled left base. Left nodule.")
    left = open_sentences(sentences, {0}, mentions)
    assert [s.text for s in left] == ["Crinkled left base.", "Left nodule."]


def test_a_stem_of_the_finding_in_a_free_sentence_is_an_echo():
    own, (mention, *_) = _read("Elevation of the right hemidiaphragm.")
    assert echoes(own, mention, split_sentences("The elevated dome."))
    assert not echoes(own, mention, split_sentences("Old granuloma."))


def _sure(reference, candidate):
    found = compare(reference, candidate, encoder="none").errors
    return max(e.confidence for e in found if e.kind == "missing")


def test_a_finding_is_missed_less_surely_where_free_words_may_say_it():
    reference = "There is elevation of the right hemidiaphragm. Heart normal."
    assert _sure(reference, "Clear lungs.") > _sure(reference, "Old granuloma.")
    assert _sure(reference, "Old granuloma.") > _sure(reference, "Calcified hemidiaphragm.")


def test_an_old_fracture_left_out_weighs_half_of_a_new_one():
    def weight(reference):
        return max(e.weight for e in compare(reference, "Clear lungs.", encoder="none").errors)

    assert weight("Old left rib fracture. Clear lungs.") < weight("Left rib fracture. Clear lungs.")
