/** The assistant against the real server, with its built-in analyst: nothing is answered by a fixture. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { endlessStream, question } from './scenes/assistant.ts'
import { tabTo } from './tab-to.ts'

const answers = (page: Page) => page.locator('.ask-answer')

test('with the keyboard only: analyze a domain, copy a record, ask, close, and open again', async ({ open, world }) => {
  const page = await open('business')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/ai-')) calls.push(new URL(request.url()).pathname.replace(/\/[^/]*$/, ''))
  })
  await page.goto(`/diagnostics/${world.accounts.business.domains['monitoring.example']}`)
  const askAi = page.getByRole('button', { name: 'Ask AI' })
  const panel = page.getByRole('dialog', { name: 'monitoring.example' })

  await test.step('the analysis starts by itself', async () => {
    await tabTo(page, askAi)
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeVisible()
    await expect(panel).toContainText('Made by Waxseal')
    expect(calls).toEqual(['/api/diagnostics/ai-analysis'])
  })

  await test.step('the focus is in the panel and stays there', async () => {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await panel.evaluate(element => element.contains(document.activeElement))).toBe(true)
    }
  })

  await test.step('a record that Waxseal made is copied exactly', async () => {
    await tabTo(page, panel.getByRole('button', { name: /^Copy \w+ value of / }).first())
    await page.keyboard.press('Enter')
    const shown = await panel.locator('.ai-checked .ai-value').first().textContent()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  })

  await test.step('a question is sent with Enter, a blank one is not', async () => {
    await tabTo(page, question(page))
    await page.keyboard.type('   ')
    await page.keyboard.press('Enter')
    expect(calls).toHaveLength(1)
    await page.keyboard.type('Why is my DMARC policy important?')
    await page.keyboard.press('Enter')
    await expect(answers(page)).toHaveCount(2)
    await expect(answers(page).nth(1)).toContainText('DMARC')
    await expect(question(page)).toBeFocused()
    await expect(question(page)).toHaveValue('')
    expect(calls).toEqual(['/api/diagnostics/ai-analysis', '/api/diagnostics/ai-chat'])
  })

  await test.step('Escape closes it, the focus returns, and the conversation and a typed text are still there', async () => {
    await page.keyboard.type('And SPF')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(askAi).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(answers(page)).toHaveCount(2)
    await expect(question(page)).toHaveValue('And SPF')
    expect(calls).toHaveLength(2)
  })
})

test('a screen reader finds the panel as a dialog with its parts, and hears the answer once', async ({
  open,
  world,
}) => {
  const page = await open('business', { reducedMotion: 'no-preference' })
  await page.goto(`/diagnostics/${world.accounts.business.domains['monitoring.example']}`)
  await page.getByRole('button', { name: 'Ask AI' }).click()
  const panel = page.getByRole('dialog', { name: 'monitoring.example' })
  await expect(panel.locator('[aria-busy=true]')).toHaveAttribute('aria-live', 'off')
  await expect(panel.locator('[aria-live=polite]').last()).toContainText('monitoring.example')
  await expect(panel.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "monitoring.example":
      - heading "monitoring.example" [level=2]
      - article:
        - heading "What to do, in this order" [level=3]
        - paragraph:
          - button "Copy TXT value of _dmarc.monitoring.example"
      - paragraph: Ask me anything about your domain's security
      - button "Why is my DMARC policy important?"
      - textbox "Question":
        - /placeholder: Ask a question...
      - button "Send" [disabled]
      - button "Close"
  `)
})

test('the text is typed, and Skip shows all of it; Stop ends it', async ({ open, world }) => {
  const page = await open('business', { reducedMotion: 'no-preference' })
  await endlessStream(page, '/diagnostics/ai-analysis/', 'x'.repeat(150_000))
  await page.goto(`/diagnostics/${world.accounts.business.domains['monitoring.example']}`)
  await page.getByRole('button', { name: 'Ask AI' }).click()
  await expect(answers(page)).toBeVisible()
  const length = () => answers(page).evaluate(element => element.textContent?.length ?? 0)
  await page.getByRole('button', { name: 'Skip typing' }).click()
  await expect.poll(length).toBeGreaterThan(10_000)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(question(page)).toBeVisible()
})

test('in the chat a question is answered, kept, and cleared, with the keyboard only', async ({ open }) => {
  const page = await open('scratch')
  await page.goto('/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'AI Chat' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('AI Security Assistant · Waxseal')
  await expect(page.getByRole('link', { name: 'AI Chat' })).toHaveAttribute('aria-current', 'page')
  await tabTo(page, page.getByRole('button', { name: 'Explain DMARC policy' }))
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeFocused()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('DMARC')
  await page.keyboard.type('Is my domain secure?')
  await page.keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)

  await page.reload()
  await expect(answers(page)).toHaveCount(2)
  await expect(page.getByText('Explain DMARC policy').first()).toBeVisible()
  await page.getByRole('link', { name: 'Tools' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Security Tools')
  await page.goBack()
  await expect(answers(page)).toHaveCount(2)

  await tabTo(page, page.getByRole('button', { name: 'Clear History' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Clear History' }))
  await page.keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear History' })).toHaveCount(0)
  await expect(question(page)).toBeFocused()
  await page.reload()
  await expect(question(page)).toBeVisible()
  await expect(answers(page)).toHaveCount(0)
})

test('on Starter the chat answers, and Ask AI opens the upgrade dialog', async ({ open, world }) => {
  const page = await open('used')
  await page.goto(`/diagnostics/${Object.values(world.accounts.used.domains)[0]}`)
  await page.getByRole('button', { name: 'Ask AI' }).click()
  await expect(page.getByRole('dialog', { name: 'Ask the AI assistant' })).toContainText('Upgrade to Pro')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('link', { name: 'AI Chat' }).click()
  await page.getByRole('button', { name: 'Explain DMARC policy' }).click()
  await expect(answers(page).last()).toContainText('DMARC')
})

test('a message is analyzed beside its header analysis', async ({ open }) => {
  const page = await open('scratch')
  await page.goto('/headers')
  await page.getByRole('button', { name: 'Load Sample' }).click()
  await page.getByRole('button', { name: 'Analyze Headers' }).click()
  await page.getByRole('button', { name: 'Ask AI' }).click()
  await expect(page.getByRole('dialog', { name: 'AI Security Assistant' })).toBeVisible()
  await page.getByRole('button', { name: 'Is this message safe?' }).click()
  await expect(answers(page)).toHaveCount(2)
})

test('/tools leads to the chat', async ({ open }) => {
  const page = await open('business')
  await page.goto('/tools')
  await page.getByRole('link', { name: 'Ask AI Assistant' }).click()
  await expect(page).toHaveURL(/\/chat$/)
})
