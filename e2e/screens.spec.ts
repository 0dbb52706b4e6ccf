import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { heldStates } from '../packages/web/src/lib/held-states.data.ts'
import { axeFindings } from './axe.ts'
import { newAxeFindings } from './axe-parts.ts'
import { expect, test } from './fixtures.ts'
import { judgedStructures } from './judged-structures.ts'
import { type SceneName, scenes } from './scenes/index.ts'
import { screenManifest } from './screen-manifest.data.ts'
import { axeWidths, axeWidthsOfRow, type Theme, themes, themesOfRow, type Width, widths } from './screen-manifest.ts'
import { seeTexts } from './see-texts.ts'
import { laterTexts, textCatalogue } from './text-catalogue.data.ts'

const folder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '..', 'test-results', 'screens')

test('the manifest holds every screen and state, and tests of components hold those that differ by one reply', () => {
  expect(screenManifest).toHaveLength(341)
  expect(screenManifest.length * widths.length * themes.length).toBe(2728)
  const held = Object.entries(heldStates).filter(([, state]) => 'route' in state)
  expect(held).toHaveLength(158)
  const names = new Set<string>([...screenManifest.map(row => row.scene), ...held.map(([name]) => name)])
  expect(names.size).toBe(499)
})

test('a state is shown by a scene or held by a test of a component, not both', () => {
  expect(Object.keys(heldStates).filter(name => name in scenes)).toEqual([])
})

test('every scene is a picture of the manifest or has a text of the catalog', () => {
  const used = new Set<string>([...screenManifest, ...textCatalogue].map(row => row.scene))
  expect(Object.keys(scenes).filter(name => !used.has(name))).toEqual([])
})

const looksAtAll = process.env['E2E_ALL'] !== undefined
/** Pictures are for people and no test reads one: they take a fifth of the processor time of these tests. */
const takesPictures = looksAtAll || process.env['SCREENS_FOLDER'] !== undefined

test('one run takes the rows in turn: each in one theme, and axe at one width; `all` takes all forms', () => {
  const forms = screenManifest.map((_row, index) => [...themesOfRow(index, false), ...axeWidthsOfRow(index, false)])
  const count = (theme: Theme, width: Width) => forms.filter(form => form.join() === `${theme},${width}`).length
  expect(themes.flatMap(theme => axeWidths.map(width => count(theme, width)))).toEqual([86, 85, 85, 85])
  expect(screenManifest.every((_row, index) => themesOfRow(index, true) === themes)).toBe(true)
  expect(screenManifest.every((_row, index) => axeWidthsOfRow(index, true) === axeWidths)).toBe(true)
})

test('axe finds a fault in a part whose structure it knew without the fault', async ({ show }) => {
  const page = await show('domains-list')
  const known = new Set<string>()
  expect(await newAxeFindings(page, known)).toEqual([])
  const found = async (fault: () => void): Promise<(string | undefined)[]> => {
    await page.evaluate(fault)
    return (await newAxeFindings(page, known))
      .map(line => line.split(':')[0] ?? '')
      .sort((one, other) => (one < other ? -1 : 1))
  }
  expect(await found(takeName)).toEqual(['label'])
  expect(await found(makePale)).toEqual(['color-contrast', 'label'])
  expect(await found(leapToFourthLevel)).toEqual(['color-contrast', 'heading-order', 'label'])
})

const rows = screenManifest.map((row, index) => ({
  ...row,
  seen: themesOfRow(index, looksAtAll),
  axeAt: axeWidthsOfRow(index, looksAtAll),
}))

const pictured = new Set<SceneName>(screenManifest.map(row => row.scene))
const withoutPicture = new Set(textCatalogue.map(row => row.scene).filter(name => !pictured.has(name)))

/** With `npm test -- changed`: how the names of the scenes begin that are looked at. */
const onlyScenes = process.env['E2E_SCENES']?.split(',')
const isLookedAt = ({ scene }: { scene: string }): boolean =>
  onlyScenes === undefined || onlyScenes.some(name => scene.startsWith(name))

/** The scenes of one account and theme follow each other in one process: they are shown in one page. */
const groups = Map.groupBy(
  [
    ...rows.map(row => ({ scene: row.scene, theme: row.seen[0], testScene: () => testRow(row) })),
    ...[...withoutPicture].map(scene => ({ scene, theme: 'light', testScene: () => testTexts(scene) })),
  ].filter(isLookedAt),
  ({ scene, theme }) => `${scenes[scene].as} ${theme}`,
)

// The largest first, so that no process waits for another one at the end.
for (const group of [...groups.values()].sort((one, other) => other.length - one.length)) {
  test.describe(() => {
    test.describe.configure({ mode: 'default' })
    for (const { testScene } of group) testScene()
  })
}

function testTexts(scene: SceneName): void {
  test(`${scene}: its texts`, async ({ show }) => {
    await seeTexts(await show(scene), scene)
  })
}

function testRow({ route, state, scene, seen, axeAt }: (typeof rows)[number]): void {
  const form = (width: Width) => ({ name: `${scene}-${width}`, width, seen, runsAxe: axeAt.includes(width) })
  test(`${route}, ${state}: its texts; nothing scrolls sideways, at every width, ${seen.join(' and ')}; axe finds nothing at ${axeAt.join(' and ')}`, async ({
    show,
  }) => {
    test.setTimeout(90_000)
    const [first, ...others] = widths
    const page = await show(scene, { width: first, theme: seen[0] })
    // A toast stays for as long as the pointer is over it, and must be seen at each width. That of work in progress ends
    // with the work.
    const toast = page.locator('[data-sonner-toast]:not([data-type="loading"])')
    const holdToast = async (): Promise<boolean> => {
      if (!(await page.evaluate(() => document.querySelector('[data-sonner-toast]') !== null))) return false
      // The page may move below the real pointer, which then leaves the toast.
      await page.mouse.move(0, 0)
      await page.evaluate(() =>
        document.querySelector('[data-sonner-toaster]')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })),
      )
      return (await toast.count()) > 0
    }
    const isEarly = await holdToast()
    await seeTexts(page, scene)
    const hasToast = (await holdToast()) || isEarly
    await inspectThemes(page, form(first))
    for (const width of others) {
      await page.setViewportSize({ width, height: 844 })
      if (hasToast) await holdToast()
      await inspectThemes(page, form(width))
    }
    if (hasToast) await expect(toast.first()).toBeVisible()
  })
}

for (const { screen, text, scene, broughtBy } of laterTexts) {
  test(`${screen}: “${text}” waits for ${broughtBy}`, async ({ show }) => {
    const built = new Set<string>(screenManifest.map(({ route }) => route)).has(broughtBy)
    expect(built, 'once the screen is there, the text belongs to the catalogue').toBe(false)
    const page = await show(scene)
    await expect(page.getByText(text)).toHaveCount(0)
  })
}

interface Form {
  /** Of its pictures, before the theme. */
  name: string
  width: Width
  seen: readonly Theme[]
  runsAxe: boolean
}

async function inspectThemes(page: Page, { name, width, seen, runsAxe }: Form): Promise<void> {
  for (const [index, theme] of seen.entries()) {
    // The page was opened in the first theme.
    if (seen.length > 1) await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const beyond = await page.evaluate(stillness)
    if (runsAxe) await askAxe(page, { form: `${name}-${theme}`, kind: `${theme}-${width}`, isFirst: index === 0 })
    await inspect(page, `${name}-${theme}`, beyond)
  }
}

/** The structures that axe has found to be right in this run, for each theme and width. */
const judged = new Map<string, ReturnType<typeof judgedStructures>>()

async function askAxe(
  page: Page,
  { form, kind, isFirst }: { form: string; kind: string; isFirst: boolean },
): Promise<void> {
  const before = judged.get(kind) ?? judgedStructures(kind)
  judged.set(kind, before)
  // A theme changes only colors, so the second theme repeats only the rules about color.
  const found = looksAtAll
    ? await axeFindings(page, isFirst ? undefined : ['color-contrast', 'link-in-text-block'])
    : await newOnes(page, before)
  expect.soft(found, `axe at ${form}`).toEqual([])
}

async function newOnes(page: Page, { known, take, give }: ReturnType<typeof judgedStructures>): Promise<string[]> {
  take()
  const found = await newAxeFindings(page, known)
  give()
  return found
}

async function inspect(page: Page, form: string, beyond: number): Promise<void> {
  if (beyond > 0) {
    // A list takes its narrow form a moment after the window has become narrow.
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.soft.poll(sideways, { message: `pixels beyond the window at ${form}` }).toBeLessThanOrEqual(0)
  }
  if (!takesPictures) return
  await page.evaluate(() => window.scrollTo(0, 0))
  // A dialog shades the window, not the page behind it.
  const dialog = await page.locator('[role=dialog], [role=alertdialog]').count()
  await page.screenshot({ path: join(folder, `${form}.png`), fullPage: dialog === 0 })
}

/**
 * Runs in the page: waits until it is drawn at its width, for the fonts, and for the end of animations, such as colors after
 * a change of theme and moving toasts.
 * @returns the pixels beyond the window
 */
async function stillness(): Promise<number> {
  await document.fonts.ready
  // What the scripts change at a width, they change before the second frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(animation => animation.finished))
  return document.documentElement.scrollWidth - window.innerWidth
}

/** The faults that a test of axe puts into the list of domains. They run in the page. */
function takeName(): void {
  document.querySelectorAll('tbody input[type=checkbox]')[5]?.removeAttribute('aria-label')
}

function makePale(): void {
  document.querySelectorAll('tbody a')[3]?.setAttribute('style', 'color: #ccc')
}

function leapToFourthLevel(): void {
  const heading = document.createElement('h4')
  heading.append('A heading')
  document.querySelector('main h1')?.after(heading)
}
