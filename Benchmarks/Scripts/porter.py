"""The stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), pages 130 to 137.

As published, with the three differences that he made later and that SQLite's FTS5 has too: words of fewer than three
letters stay as they are, "bli" becomes "ble" (not only "abli" "able"), and "logi" becomes "log".
"""
STEP_2 = {"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
          "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
          "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
          "biliti": "ble", "logi": "log"}
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
STEP_4 = dict.fromkeys(["al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
                        "ism", "ate", "iti", "ous", "ive", "ize"], "")


def is_consonant(word, place):
    letter = word[place]
    if letter == "y":
        return place == 0 or not is_consonant(word, place - 1)
    return letter not in "aeiou"


def measure(stem):
    """How many times a consonant follows a vowel."""
    kinds = [is_consonant(stem, place) for place in range(len(stem))]
    return sum(not before and after for before, after in zip(kinds, kinds[1:]))


def has_vowel(stem):
    return any(not is_consonant(stem, place) for place in range(len(stem)))


def ends_double(word):
    return len(word) > 1 and word[-1] == word[-2] and is_consonant(word, len(word) - 1)


def ends_short(word):
    """Consonant, vowel, consonant, the last one neither w, x nor y."""
    return (len(word) > 2 and word[-1] not in "wxy" and is_consonant(word, len(word) - 1)
            and not is_consonant(word, len(word) - 2) and is_consonant(word, len(word) - 3))


def replaced(word, endings, least):
    """The longest ending that fits decides, also when the measure before it is too small."""
    for length in range(min(7, len(word) - 1), 1, -1):
        ending = word[-length:]
        if ending in endings:
            stem = word[:-length]
            if measure(stem) > least and (ending != "ion" or stem[-1:] in ("s", "t")):
                return stem + endings[ending]
            return word
    return word


def stem(word):
    """`word` in small letters from a to z."""
    if len(word) < 3:
        return word
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        if measure(word[:-3]) > 0:
            word = word[:-1]
    else:
        for ending in ["ed", "ing"]:
            if word.endswith(ending) and has_vowel(word[:-len(ending)]):
                word = word[:-len(ending)]
                if word.endswith(("at", "bl", "iz")):
                    word += "e"
                elif ends_double(word) and word[-1] not in "lsz":
                    word = word[:-1]
                elif measure(word) == 1 and ends_short(word):
                    word += "e"
                break
    if word.endswith("y") and has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = replaced(word, STEP_2, 0)
    word = replaced(word, STEP_3, 0)
    word = replaced(word, STEP_4, 1)
    if word.endswith("e"):
        before = measure(word[:-1])
        if before > 1 or before == 1 and not ends_short(word[:-1]):
            word = word[:-1]
    if word.endswith("ll") and measure(word) > 1:
        word = word[:-1]
    return word
