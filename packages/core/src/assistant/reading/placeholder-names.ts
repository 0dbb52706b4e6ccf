/**
 * Names that people make up for their own domain: "ourdomain", "news.mycompany.com", "example.com". They stand for any name,
 * so a question with one is a general one, and none of them is a domain that is missing from the list.
 */
const label =
  /^(?:our|my|your|their|the|main|own)(?:own|main)?(?:domain|company|brand|firm|business|site|shop|org|name)(?:name)?$/

/** Whether a word is such a label by itself: "ourdomain". */
export function isPlaceholderLabel(word: string): boolean {
  return label.test(word.replaceAll('-', ''))
}

/** Whether a host or domain name is made up. @param name in lower case */
export function isPlaceholderName(name: string): boolean {
  const labels = name.split('.')
  const [last = '', second = ''] = labels.toReversed()
  // RFC 2606 reserves these three.
  if (second === 'example' && ['com', 'net', 'org'].includes(last)) return true
  return last === 'tld' || (second === 'domain' && last === 'com') || labels.some(isPlaceholderLabel)
}
