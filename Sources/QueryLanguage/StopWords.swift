/// English function words. The planner need not require them; they stay in the index and in phrases.
///
/// Words that are also names, months or things are left out on purpose: `may`, `will`, `can`, `us`, `it's`.
package enum StopWords {
    /// `word` must be in lower case.
    package static func contains(_ word: String) -> Bool { all.contains(word) }

    package static let all: Set<String> = [
        // Articles and demonstratives.
        "a", "an", "the", "this", "that", "these", "those", "such", "some", "any", "each", "every",
        // Pronouns.
        "i", "me", "my", "we", "our", "you", "your", "he", "him", "his", "she", "her", "it", "its", "they",
        "them", "their", "who", "whom", "whose", "which", "what",
        // Prepositions.
        "of", "in", "on", "at", "by", "for", "from", "to", "into", "with", "without", "about", "as", "than",
        "upon", "between", "through",
        // Auxiliary verbs.
        "am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "has", "have", "had",
        "would", "should", "could", "shall", "must",
        // Conjunctions and other small words.
        "and", "or", "but", "nor", "if", "so", "when", "where", "how", "why", "because", "while", "whether",
        "not", "no", "there", "then", "also",
    ]
}
