/** Whether a word is another one with a typo: one letter too many, missing, wrong or swapped with the next, never the first. */
export function isNear(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1 || word.charAt(0) !== meant.charAt(0)) return false
  let same = 0
  while (same < word.length && same < meant.length && word.charAt(same) === meant.charAt(same)) same += 1
  const [rest, other] = [word.slice(same), meant.slice(same)]
  if (word.length > meant.length) return rest.slice(1) === other
  if (word.length < meant.length) return rest === other.slice(1)
  if (rest.slice(1) === other.slice(1)) return true
  return rest.slice(2) === other.slice(2) && rest.charAt(0) === other.charAt(1) && rest.charAt(1) === other.charAt(0)
}
