/** Versions as npm orders them (semver.org, section 11), as far as ranges of advisories need it. */

interface Version {
  numbers: readonly number[]
  /** Parts behind the hyphen; none: a release. */
  before: readonly string[]
}

function versionOf(text: string): Version {
  const [plain = ''] = text.replace(/^[v=]/, '').split('+')
  const [release = '', ...before] = plain.split('-')
  const numbers = release.split('.').map(Number)
  if (numbers.some(Number.isNaN)) throw new Error(`${text} is no version`)
  return {
    numbers: [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0],
    before: before.join('-').split('.').filter(Boolean),
  }
}

/** @returns a number below, equal to or above 0, as for `sort` */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [versionOf(first), versionOf(second)]
  for (const [index, number] of a.numbers.entries()) {
    if (number !== b.numbers[index]) return number - (b.numbers[index] ?? 0)
  }
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length
  for (const [index, part] of a.before.entries()) {
    const other = b.before[index]
    if (other === undefined) return 1
    if (part !== other) return comparePart(part, other)
  }
  return a.before.length - b.before.length
}

/** Numbers by their value and before words; words by their characters. */
function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [a, b].map(part => /^\d+$/.test(part))
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a < b ? -1 : 1
}

/**
 * Whether a version is in a range such as `<1.2.3 || >=2.0.0 <2.0.5`. A version before a release counts as what it is:
 * 2.0.5-beta is below 2.0.5.
 *
 * @throws for a range of another form, such as `^1.0.0`: an advisory that is not understood must not pass
 */
export function isInRange(version: string, range: string): boolean {
  return range.split('||').some(part => {
    const comparisons = part
      .trim()
      .replace(/([<>=]) +/g, '$1')
      .split(/\s+/)
    return comparisons.every(comparison => holds(version, comparison))
  })
}

function holds(version: string, comparison: string): boolean {
  if (comparison === '*') return true
  const [, operator, other] = /^([<>]=?|=)?(\d[\w.+-]*)$/.exec(comparison) ?? []
  if (other === undefined) throw new Error(`the range ${comparison} is not understood`)
  const order = compareVersions(version, other)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  return operator === '>=' ? order >= 0 : order === 0
}
