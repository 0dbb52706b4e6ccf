import { expect, type Page } from '@playwright/test'
import { endlessStream, question } from './assistant.ts'
import { answer, fault, type Scene } from './scene.ts'

const messages = [
  {
    id: 'm1',
    message: 'What domains need attention?',
    response:
      '<h2>Two domains need attention</h2><ul class="ai-ol"><li><strong>nothing.example</strong> has no SPF record and no ' +
      'DMARC record.</li><li><strong>monitoring.example</strong> has the DMARC policy none.</li></ul>',
    created_at: '2026-11-25T09:00:00Z',
  },
  {
    id: 'm2',
    message: 'What do I publish for nothing.example?',
    response:
      '<p>It sends no mail, so publish a record that says so:</p><p><span class="ai-pre"><span class="ai-record ai-checked">' +
      '<span class="ai-name">nothing.example</span> <span class="ai-type">TXT</span> <span class="ai-value">v=spf1 -all' +
      '</span></span></span></p>',
    created_at: '2026-11-25T09:01:00Z',
  },
]

async function openChat(page: Page, stored: readonly object[] = []): Promise<void> {
  await answer(page, '/chat/history', { messages: stored })
  await page.goto('/chat')
  await expect(question(page)).toBeVisible()
}

async function ask(page: Page, text = 'Explain DMARC policy'): Promise<void> {
  await question(page).fill(text)
  await question(page).press('Enter')
}

async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear History' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

export const chatScenes = {
  'chat-empty': {
    as: 'business',
    show: async page => {
      await openChat(page)
      await expect(page.getByRole('button', { name: 'Clear History' })).toHaveCount(0)
    },
  },
  'chat-history': {
    as: 'business',
    show: async page => {
      await openChat(page, messages)
      await expect(page.getByRole('button', { name: 'Clear History' })).toBeVisible()
    },
  },
  'chat-streaming': {
    as: 'business',
    show: async page => {
      await endlessStream(page, '/chat/query', 'A DMARC policy says what receivers do with mail that ')
      await openChat(page)
      await ask(page)
      await expect(page.getByText('A DMARC policy says what receivers do')).toBeVisible()
    },
  },
  'chat-limit': {
    as: 'used',
    show: async page => {
      const detail = 'Daily chat limit reached. Upgrade to Pro for unlimited messages.'
      await fault(page, 'POST', '/chat/query', 403, { code: 'chat_limit', detail })
      await openChat(page)
      await ask(page)
      await expect(page.getByRole('dialog', { name: 'Daily chat limit reached' })).toBeVisible()
    },
  },
  'chat-used-up': {
    as: 'used',
    show: async page => {
      await answer(page, '/usage/chat-today', { messages_today: 10, limit: 10, resets_at: '2026-11-26T00:00:00Z' })
      await openChat(page)
      await expect(page.getByText('All 10 messages of today are used. You can send more from 00:00 UTC.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Upgrade' })).toBeVisible()
    },
  },
  'chat-clear': {
    as: 'business',
    show: async page => {
      await openChat(page, messages)
      await clear(page)
    },
  },
} satisfies Record<string, Scene>
