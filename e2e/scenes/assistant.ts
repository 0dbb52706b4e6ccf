import { expect, type Page } from '@playwright/test'
import { recordFinder } from '@waxseal/core/assistant'
import { answerHtml } from '../../packages/contract/src/answer-html.ts'
import { everyPart, stored } from './header-analysis.ts'
import { fault, type Scene } from './scene.ts'

const analysisPath = '/diagnostics/ai-analysis/*'
const messagePath = '/headers/ai-analysis/*'
const messageQuestionPath = '/headers/ai-chat/*'

/** An answer of a model, with a record of each kind. */
const modelAnswer = [
  '## What to do',
  'The record `v=spf1 -all` is published now. Publish `v=DMARC1; p=none; rua=mailto:dmarc@monitoring.example` at ' +
    '`_dmarc.monitoring.example`.',
  'Then add these senders:',
  '1. `v=spf1 include:_spf.mail.example -all`\n2. The servers of your newsletter',
  '| Check | State |\n|---|---|\n| SPF | passes |\n| DMARC | missing |',
  '> Wait one day between two changes.',
].join('\n\n')

const modelHtml = answerHtml(
  modelAnswer,
  recordFinder({
    made: [
      {
        name: '_dmarc.monitoring.example',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:dmarc@monitoring.example',
      },
    ],
    published: [
      { name: 'monitoring.example', type: 'TXT', value: 'v=spf1 -all', when: 'scan of Nov 26, 2026, 21:26 UTC' },
    ],
    texts: [],
  }),
)

/** The lines of a stream. */
export const streamOf = (...events: object[]): string =>
  [...events.map(event => JSON.stringify(event)), '[DONE]'].map(line => `data: ${line}\n\n`).join('')

/** Answers a call of the assistant with a whole stream. */
export async function answerStream(page: Page, path: string, ...events: object[]): Promise<void> {
  await page.route(`**/api${path}`, route =>
    route.fulfill({ contentType: 'text/event-stream', body: streamOf(...events) }),
  )
}

/** Lets the calls to this address stream these pieces and then wait, as for a slow model. */
export async function endlessStream(page: Page, address: string, ...pieces: string[]): Promise<void> {
  await page.addInitScript(
    ({ address, text }) => {
      const usual = window.fetch
      window.fetch = (input, init) => {
        if (typeof input !== 'string' || !input.includes(address)) return usual(input, init)
        const body = new ReadableStream({
          start: controller => {
            controller.enqueue(new TextEncoder().encode(text))
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          },
        })
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
      }
    },
    { address, text: pieces.map(content => `data: ${JSON.stringify({ content })}\n\n`).join('') },
  )
}

const failure = { error: 'Failed to generate analysis. Please try again.' }
const noResponse = { error: 'Failed to get response. Please try again.' }
export const question = (page: Page) => page.getByPlaceholder('Ask a question...')

/** Opens the report and then the panel. */
async function openPanel(page: Page, domainId: string | undefined): Promise<void> {
  await page.goto(`/diagnostics/${domainId}`)
  await page.getByRole('button', { name: 'Ask AI' }).click()
}

const panelScene = (show: (page: Page) => Promise<void>, before: (page: Page) => Promise<void>): Scene => ({
  as: 'business',
  show: async (page, { accounts }) => {
    await before(page)
    await openPanel(page, accounts.business.domains['monitoring.example'])
    await show(page)
  },
})

async function openMessagePanel(page: Page): Promise<void> {
  await page.route('**/api/headers', route => route.fulfill({ json: { analyses: stored } }))
  await page.route('**/api/headers/a1', route => route.fulfill({ json: everyPart() }))
  await page.goto('/headers?analysis=a1')
  await page.getByRole('button', { name: 'Ask AI' }).click()
}

/** Opens the panel and waits for the end of the analysis. */
async function analyzeMessage(page: Page): Promise<void> {
  const text = 'The message is probably safe. SPF, DKIM and DMARC passed.'
  await answerStream(page, messagePath, { content: text }, { done: true, html: `<p>${text}</p>` })
  await openMessagePanel(page)
  await expect(question(page)).toBeVisible()
}

export const assistantScenes = {
  'assistant-streaming': panelScene(
    async page => {
      await expect(page.getByText('one issue costs most of the')).toBeVisible()
      await expect(question(page)).toBeHidden()
    },
    page =>
      endlessStream(
        page,
        '/diagnostics/ai-analysis/',
        '## monitoring.example\n\nThe score is 71: ',
        'one issue costs most of the',
      ),
  ),
  'assistant-analysis': panelScene(
    async page => {
      await expect(question(page)).toBeVisible()
      await expect(page.getByText('Made by Waxseal').first()).toBeVisible()
    },
    () => Promise.resolve(),
  ),
  'assistant-conversation': panelScene(
    async page => {
      await page.getByRole('button', { name: 'Why is my DMARC policy important?' }).click()
      await expect(page.getByText('Waiting for the answer...')).toHaveCount(0)
      await expect(page.locator('.ask-answer')).toHaveCount(2)
    },
    () => Promise.resolve(),
  ),
  'assistant-records': panelScene(
    page => expect(page.getByText('Could not check').first()).toBeVisible(),
    page => answerStream(page, analysisPath, { content: modelAnswer }, { done: true, html: modelHtml }),
  ),
  'assistant-locked': {
    as: 'used',
    show: async (page, { accounts }) => {
      await openPanel(page, Object.values(accounts.used.domains)[0])
      await expect(page.getByRole('dialog', { name: 'Ask the AI assistant' })).toBeVisible()
    },
  },
  'headers-assistant': { as: 'business', show: analyzeMessage },
  'headers-assistant-no-response': {
    as: 'business',
    show: async page => {
      await answerStream(page, messageQuestionPath, noResponse)
      await analyzeMessage(page)
      await question(page).fill('Who sent this message?')
      await question(page).press('Enter')
      await expect(page.getByText(noResponse.error)).toBeVisible()
    },
  },
  'headers-assistant-failed': {
    as: 'business',
    show: async page => {
      await fault(page, 'POST', messagePath, 500)
      await openMessagePanel(page)
      await expect(page.getByText(failure.error)).toBeVisible()
    },
  },
} satisfies Record<string, Scene>
