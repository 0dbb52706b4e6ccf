/** Tags: on one domain, on a selection, as a filter, with the keyboard, and when the server fails. */
import type { Locator, Page } from '@playwright/test'
import { expect, expectRefusal, ignoreConsole, test } from './fixtures.ts'
import { openTags } from './scenes/domain-tags.ts'
import { openDomains, selectDomain } from './scenes/domains.ts'
import { fault } from './scenes/scene.ts'

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const tagsOf = (page: Page, name: string): Locator => row(page, name).getByRole('list', { name: 'Tags' })
const names = (page: Page): Locator => page.getByRole('rowheader').getByRole('link')
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save' })

let runs = 0
/** Unique names and a unique tag, for the account that other tests use as well. */
function own(): { names: string[]; tag: string } {
  const id = `${process.pid}-${Date.now()}-${runs++}`
  return { names: ['a', 'b', 'c'].map(letter => `${letter}-${id}.example`), tag: `T${id}` }
}

async function addAll(page: Page, domains: readonly string[]): Promise<void> {
  await page.goto('/domains')
  await page.getByRole('button', { name: /^Add (Domain|Your First Domain)$/ }).click()
  await page.getByRole('button', { name: 'Paste a list or a CSV file instead' }).click()
  await page.getByLabel('List of domains').fill(domains.join('\n'))
  await page.getByRole('button', { name: 'Add Domains' }).click()
  await expect(page.getByText(`${domains.length} domains added`)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
}

test('a domain is tagged from its row, found by the tag, and untagged', async ({ open }) => {
  const page = await open('growing')
  const { names: domains, tag } = own()
  const [first = '', second = ''] = domains
  await addAll(page, [first, second])
  await openTags(page, first)
  await page.getByLabel('Add a tag').fill(`  ${tag} `)
  await page.getByLabel('Add a tag').press('Enter')
  await expect(page.getByRole('list', { name: 'Tags of this domain' })).toContainText(tag)
  // A typed tag that was not added yet counts too.
  await page.getByLabel('Add a tag').fill('parked')
  await save(page).click()
  await expect(page.getByText('Tags saved')).toBeVisible()
  await expect(tagsOf(page, first).getByRole('listitem')).toHaveText([tag, 'parked'])

  await page.getByLabel('Search domains').fill(tag.toLowerCase())
  await expect(names(page)).toHaveText([first])
  await page.getByLabel('Search domains').fill('')
  await page.getByLabel('Tag', { exact: true }).selectOption(`${tag} (1)`)
  await expect(names(page)).toHaveText([first])
  await page.getByRole('radio', { name: 'Healthy' }).check()
  await expect(page.getByText(`No domain is Healthy and has the tag “${tag}”`)).toBeVisible()
  await page.getByRole('radio', { name: 'All Status' }).check()

  // After the return from its report the filter is restored.
  await names(page).click()
  await expect(page).toHaveTitle(new RegExp(first))
  await page.goBack()
  await expect(names(page)).toHaveText([first])

  await openTags(page, first)
  await page.getByRole('button', { name: `Remove the tag ${tag}` }).click()
  await save(page).click()
  await expect(page.getByText(`No domain has the tag “${tag}”`)).toBeVisible()
  await page.getByRole('button', { name: /^Show all/ }).click()
  await expect(tagsOf(page, first).getByRole('listitem')).toHaveText(['parked'])
  await page.reload()
  await expect(tagsOf(page, first).getByRole('listitem')).toHaveText(['parked'])
})

test('a selection is tagged at once; suggestions come from the tags in use', async ({ open }) => {
  const page = await open('growing')
  const { names: domains, tag } = own()
  await addAll(page, domains)
  await openTags(page, domains[0] ?? '')
  await page.getByLabel('Add a tag').fill(tag)
  await save(page).click()
  await expect(tagsOf(page, domains[0] ?? '')).toContainText(tag)

  for (const name of domains) await selectDomain(page, name)
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 3 domains' })
  await expect(dialog.getByRole('button', { name: `Remove the tag ${tag}` })).toContainText('1 of 3')
  await page.getByLabel('Add a tag').fill(tag.toLowerCase())
  await dialog.getByRole('button', { name: `Add the tag ${tag}` }).click()
  await expect(dialog.getByRole('button', { name: `Remove the tag ${tag}` })).toContainText('all')
  await expect(page.getByLabel('Add a tag')).toBeFocused()
  await save(page).click()
  for (const name of domains) await expect(tagsOf(page, name).getByRole('listitem')).toHaveText([tag])
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('a failure keeps the typed tags, and the next try saves them', async ({ open }) => {
  const page = await open('growing')
  const { names: domains, tag } = own()
  const [name = ''] = domains
  await addAll(page, domains)
  await fault(page, 'POST', '/domains/tags', 502)
  await openTags(page, name)
  await page.getByLabel('Add a tag').fill(tag)
  await save(page).click()
  await expect(page.getByText('Failed to save the tags')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags of this domain' })).toContainText(tag)
  await page.unroute('**/api/domains/tags')
  await save(page).click()
  await expect(tagsOf(page, name)).toContainText(tag)
})

test('a domain deleted in another tab cannot be tagged, and the list says so', async ({ open }) => {
  const [here, elsewhere] = [await open('growing'), await open('growing')]
  expectRefusal(here)
  const { names: domains, tag } = own()
  const [name = ''] = domains
  await addAll(here, domains)
  await openTags(here, name)
  await here.getByLabel('Add a tag').fill(tag)
  await openDomains(elsewhere)
  await elsewhere.getByRole('button', { name: `Delete ${name}` }).click()
  await elsewhere.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(elsewhere.getByText('Domain deleted successfully')).toBeVisible()
  await save(here).click()
  await expect(here.getByText('Nothing changed. The selected domains are no longer in your list.')).toBeVisible()
  await here.keyboard.press('Escape')
  await expect(here.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(here.getByRole('main')).toBeFocused()
})

test('by keyboard: the menu of a row, its tags, and the focus comes back', async ({ open }) => {
  const page = await open('growing')
  const { keyboard } = page
  const { names: domains, tag } = own()
  const [name = ''] = domains
  await addAll(page, domains)
  const more = page.getByRole('button', { name: `More for ${name}` })
  await page.getByRole('link', { name: `View ${name}` }).focus()
  await keyboard.press('Tab')
  await expect(more).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Tags' })).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'DMARC Builder' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(more).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Add a tag')).toBeFocused()
  await keyboard.type(tag)
  await keyboard.press('Enter')
  await expect(page.getByLabel('Add a tag')).toBeFocused()
  await expect(page.getByLabel('Add a tag')).toHaveValue('')
  // In an empty field, Enter saves.
  await keyboard.press('Enter')
  await expect(tagsOf(page, name)).toContainText(tag)
  await expect(more).toBeFocused()
})

test('the menu of a row leads to the builders, with the domain chosen', async ({ open, world }) => {
  const page = await open('business')
  // The builders request settings that were never saved: the browser logs the 404.
  ignoreConsole(page)
  await openDomains(page)
  const id = world.accounts.business.domains['nodmarc.example']
  for (const [builder, path] of [
    ['SPF Builder', 'spf-wizard'],
    ['DMARC Builder', 'dmarc-wizard'],
  ] as const) {
    await page.getByRole('button', { name: 'More for nodmarc.example' }).click()
    await page.getByRole('menuitem', { name: builder }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Record Builder$/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${path}/${id}$`))
    await page.goBack()
  }
})
