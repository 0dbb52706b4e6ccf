/**
 * Axe judges each structure once. A part of a page whose tags, roles, classes, states, names and colors were the same
 * before, at the same place below the same parents, is right as it was then: it differs in words and numbers alone. The
 * contrast of a text was judged where the same element was at the same place with the same colors, whatever is beside it:
 * the rules about colors compute what lies over what on the whole page, which takes a third of axe's time.
 */
import type { Page } from '@playwright/test'
import { axeFindings, giveAxe } from './axe.ts'

/** These rules compare parts with each other, so they see the whole page where its outline is new. */
const rulesOfWholePages = [
  'accesskeys',
  'duplicate-id-aria',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
]

/** They ask for the color behind a text. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/**
 * All that axe finds in the page but for the parts that it has found to be right before.
 *
 * @param judged the structures that axe has judged at this theme and width; those of this page are added when all is right
 */
export async function newAxeFindings(page: Page, judged: Set<string>): Promise<string[]> {
  const [outline, { structures, texts }] = await page.evaluate<[string, Structures]>(
    `[(${outlineOfPage.toString()})(), (${structuresOfPage.toString()})()]`,
  )
  const known = structures.flatMap((structure, index) => (judged.has(structure) ? [index] : []))
  const found = judged.has(outline) ? [] : await axeFindings(page, rulesOfWholePages)
  // The first one is the whole page.
  if (known[0] !== 0) {
    await giveAxe(page)
    const rules = texts.every(text => judged.has(text)) ? [...rulesOfWholePages, ...rulesOfColors] : rulesOfWholePages
    found.push(...(await page.evaluate(judgeOthers, { known, rules })))
  }
  if (found.length > 0) return found
  for (const structure of [outline, ...structures, ...texts]) if (structure !== '') judged.add(structure)
  return []
}

interface Structures {
  /** Of each part, the whole page first. Empty: it is too small to be one. */
  structures: string[]
  /** Of each element that has a text. */
  texts: string[]
}

/** Runs in the page: judges all parts but the known ones, by all other rules. */
async function judgeOthers({ known, rules }: { known: number[]; rules: string[] }): Promise<string[]> {
  const parts = new Set(known.flatMap(index => window.partsOfPage?.[index] ?? []))
  // Those inside a known one are left out with it.
  const exclude = [...parts].filter(part => {
    let above = part.parentElement
    while (above !== null && !parts.has(above)) above = above.parentElement
    return above === null
  })
  const { violations } = await window.axe.run(exclude.length === 0 ? { include: [document] } : { exclude }, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(rules.map(rule => [rule, { enabled: false }])),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

declare global {
  interface Window {
    /** The parts of the page, in the order of the structures that were read of them; the whole page first. */
    partsOfPage?: Element[]
  }
}

/* oxlint-disable unicorn/consistent-function-scoping -- the page gets each of these functions alone */
/** Runs in the page: which heading follows which, the landmarks and whether two have one name, and what is there twice. */
function outlineOfPage(): string {
  const landmarks =
    'main, nav, header, footer, aside, section, form, [role=banner], [role=complementary], [role=contentinfo], [role=form], [role=main], [role=navigation], [role=region], [role=search]'
  const isHeard = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[aria-hidden=true], [inert]') === null
  const heard = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isHeard)
  const levels = heard('h1, h2, h3, h4, h5, h6, [role=heading]').map(
    element => `${element.tagName} ${element.getAttribute('role')} ${element.getAttribute('aria-level')}`,
  )
  const named = heard(landmarks).map(element => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const label =
      ids.map(id => document.getElementById(id)?.textContent).join(' ') || element.getAttribute('aria-label')
    const around = element.parentElement?.closest(landmarks)
    const kind = `${element.tagName} ${element.getAttribute('role')}`
    return { kind, full: `${kind} ${label?.trim()}`, around: `${around?.tagName} ${around?.getAttribute('role')}` }
  })
  const count = (full: string): number => named.filter(other => other.full === full).length
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const keys = [...document.querySelectorAll('[accesskey]')].map(element => element.getAttribute('accesskey') ?? '')
  const lines = [
    ...new Set(levels.map((level, index) => `${levels[index - 1]} > ${level}`)),
    ...new Set(named.map(({ kind, full, around }) => `${kind} in ${around}, ${count(full) > 1}`)),
    ...ids.filter((id, index) => ids.indexOf(id) !== index),
    ...keys,
  ].sort((one, other) => (one < other ? -1 : 1))
  return `outline ${lines.join('; ')}`
}

/**
 * Runs in the page: a hash of the structure of each part with its place, the whole page first; and one of each element
 * that has a text, with its place and colors.
 */
function structuresOfPage(): Structures {
  const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))
  // Axe asks whether there is a text.
  const words = names('alt aria-label aria-roledescription aria-valuetext placeholder title')
  const references = names(
    'aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-labelledby aria-owns for headers list',
  )
  const figures = names(
    'aria-colcount aria-colindex aria-posinset aria-rowcount aria-rowindex aria-setsize aria-valuemax aria-valuemin aria-valuenow cx cy d data-index datetime height href name points r src srcset value viewBox width x x1 x2 y y1 y2',
  )
  /** What the parents of a part may do to it, beside their tag and their colors. */
  const inherited = names('aria-disabled aria-hidden class dir disabled inert lang role')
  const lists = names('TBODY UL OL')
  /** Smaller parts are judged with the one around them. */
  const least = 5
  const parts: Element[] = []
  const structures: string[] = []
  const texts = new Set<string>()

  // 53 bits, of cyrb53.
  const hash = (text: string): string => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 2_654_435_761)
      low = Math.imul(low ^ code, 1_597_334_677)
    }
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
    low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
    return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36)
  }

  const target = (id: string): string => {
    const [first, ...others] = document.querySelectorAll(`[id="${CSS.escape(id)}"]`)
    return first === undefined ? 'none' : `${first.tagName}${others.length}${first.textContent.trim() === ''}`
  }

  const trait = ({ name, value }: Attr): string => {
    if (name === 'id') {
      const id = CSS.escape(value)
      return `id${document.querySelectorAll(`[id="${id}"]`).length} ${document.querySelectorAll(`[for="${id}"]`).length}`
    }
    if (words.has(name)) return `${name}${value.trim() === ''}`
    if (references.has(name)) return `${name}=${value.split(/\s+/).map(target).join(' ')}`
    if (name === 'href' && value.startsWith('#')) return `#${target(value.slice(1))}`
    if (figures.has(name)) return `${name}${value.trim() === ''}`
    // Lengths are content, colors are not.
    if (name === 'style') return `style=${value.replaceAll(/-?[\d.]+(?=%|px|r?em|s|v[hw]|fr|deg)/g, '')}`
    return `${name}=${value}`
  }

  const isAround = ({ childNodes }: Element): boolean =>
    [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim() !== '')
  const isAmongText = ({ parentElement: parent }: Element): boolean => parent !== null && isAround(parent)

  const read = (element: Element, place: string): { structure: string; size: number } => {
    const style = getComputedStyle(element)
    const hasText = isAround(element)
    const scrolls =
      /auto|scroll/.test(style.overflow) &&
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const own = [
      element.tagName,
      ...[...element.attributes].map(trait).sort(),
      `${scrolls} ${element.checkVisibility({ visibilityProperty: true })} ${style.backgroundColor} ${style.opacity}`,
      hasText ? `${style.color} ${style.fontSize} ${style.fontWeight}` : '',
    ].join('|')
    // Whether a link looks like one is asked where there is a text around it.
    if (hasText || element.matches('input, select, textarea'))
      texts.add(`text ${hash(`${place} ${own} ${style.color} ${isAmongText(element)}`)}`)
    const index = parts.push(element) - 1
    structures.push('')
    const around = [place, element.tagName, style.backgroundColor, style.opacity]
    for (const name of inherited) around.push(element.getAttribute(name) ?? '')
    const below = hash(around.join('|'))
    const inner = [...element.children].map(child => read(child, below))
    const kinds = inner.map(({ structure }) => structure)
    // One row more is judged as those of its kind.
    const different = lists.has(element.tagName)
      ? [...new Set(kinds)].sort()
      : kinds.filter((kind, at) => kind !== kinds[at - 1])
    const structure = hash(`${own}(${different.join(' ')})`)
    const size = inner.reduce((sum, part) => sum + part.size, 1)
    structures[index] = size < least && element !== document.documentElement ? '' : hash(`${place} ${structure}`)
    return { structure, size }
  }

  read(document.documentElement, '')
  window.partsOfPage = parts
  return { structures, texts: [...texts] }
}
