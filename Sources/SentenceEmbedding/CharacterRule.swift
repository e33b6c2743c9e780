import Foundation

/// The treatment of a character by BERT's tokenizer, in this order: it removes control characters, divides at white
/// space, isolates ideographs, removes accents (decomposition without nonspacing marks), lowercases letters, and
/// isolates punctuation.
///
/// The reference is `BertNormalizer` and `BertPreTokenizer` of Hugging Face's tokenizers
/// (https://github.com/huggingface/tokenizers), which examines each character by itself.
enum CharacterRule {
    /// The characters on both sides join.
    case removed
    case dividesWords
    case standsAlone
    case belongsToWord

    static func ofRaw(_ scalar: Unicode.Scalar) -> CharacterRule {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20: .dividesWords
        case 0x21...0x7E: .belongsToWord
        case 0xFFFD: .removed
        default:
            switch category(of: scalar) {
            case .control, .format, .privateUse, .surrogate: .removed
            case _ where scalar.properties.isWhitespace: .dividesWords
            default: isIdeograph(scalar) ? .standsAlone : .belongsToWord
            }
        }
    }

    /// Expects a scalar from ``simplified(_:)``.
    static func ofSimplified(_ scalar: Unicode.Scalar) -> CharacterRule {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A: .belongsToWord
        // ASCII has signs that Unicode does not class as punctuation, such as + and $.
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: .standsAlone
        default:
            switch category(of: scalar) {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation:
                .standsAlone
            default: scalar.properties.isWhitespace ? .dividesWords : .belongsToWord
            }
        }
    }

    static func simplified(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            .filter { category(of: $0) != .nonspacingMark }.flatMap(\.properties.lowercaseMapping.unicodeScalars)
    }

    /// As in the reference's table of Unicode 8, in which newer characters are unassigned. Seven have changed since.
    private static func category(of scalar: Unicode.Scalar) -> Unicode.GeneralCategory {
        switch scalar.value {
        case 0x166D, 0x1_11C9: return .otherPunctuation
        case 0x1734, 0x1_171E: return .nonspacingMark
        case 0x1885, 0x1886: return .otherLetter
        case 0xA9BD: return .spacingMark
        default:
            guard let age = scalar.properties.age, age.major <= 8 else { return .unassigned }
            return scalar.properties.generalCategory
        }
    }

    /// Kana and Hangul are not among them.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x2_0000...0x2_A6DF, 0x2_A700...0x2_B73F, 0x2_B740...0x2_B81F,
            0x2_B920...0x2_CEAF, 0xF900...0xFAFF, 0x2_F800...0x2_FA1F:
            true
        default: false
        }
    }
}
