/** What the code of each screen weighs, read from the build: no page is opened. */
import { BuiltCode } from './built-code.ts'
import { expect, test } from './fixtures.ts'
import { screens } from './screen-loads.data.ts'

/** Kilobytes on the wire, as a browser receives them: compressed, with the headers of the replies. */
const budget = { first: 135, route: 40, style: 12, font: 70 }
/** The same for the two screens that people see first: all scripts and styles, and these with fonts. */
const firstScreens: readonly string[] = ['landing', 'dashboard']
const firstScreenBudget = { code: 150, withFonts: 220 }

test('the code of each screen stays within its size budget', () => {
  const built = new BuiltCode()
  const measured = Object.entries(screens).map(([name, { code }]) => ({ name, ...built.weightsOf(code) }))
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) })
  for (const { name, first, route, style, font } of measured) {
    expect.soft(Math.min(first, route, style, font), `all of ${name} was measured`).toBeGreaterThan(0)
    expect.soft(first, `first JavaScript of ${name}`).toBeLessThanOrEqual(budget.first)
    expect.soft(route, `JavaScript of ${name} itself`).toBeLessThanOrEqual(budget.route)
    expect.soft(style, `CSS of ${name}`).toBeLessThanOrEqual(budget.style)
    expect.soft(font, `fonts of ${name}`).toBeLessThanOrEqual(budget.font)
    if (!firstScreens.includes(name)) continue
    expect.soft(first + route + style, `scripts and styles of ${name}`).toBeLessThanOrEqual(firstScreenBudget.code)
    expect.soft(first + route + style + font, `${name} with fonts`).toBeLessThanOrEqual(firstScreenBudget.withFonts)
  }
})

test('a visitor does not load what signed-in screens share, except with a shared report or the report of a check', () => {
  const built = new BuiltCode()
  const visited = Object.entries(screens).filter(([, { isPublic }]) => isPublic === true)
  const sharing = visited.filter(([, { code }]) => built.scriptsOf(code).some(path => path.includes('/signed-in-')))
  expect(sharing.map(([name]) => name)).toEqual(['sharedReport', 'linkedCheck'])
})
