import sanitize from 'sanitize-html'

const options: sanitize.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'ul', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'span'],
  allowedAttributes: {},
  allowedClasses: { '*': ['ai-*'] },
  disallowedTagsMode: 'discard',
  parseStyleAttributes: false,
  nestingLimit: 40,
}

/**
 * The second check of an answer's HTML, with a parser of its own, so that a mistake in the first (`answerHtml`) lets no other
 * tag, attribute or class through. HTML of `answerHtml` keeps its elements and its text.
 */
export function cleanHtml(html: string): string {
  return sanitize(html, options)
}
