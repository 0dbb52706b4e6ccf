import { type AccountFacts, fillIn, known, privateText } from '@waxseal/core/assistant'
import { expect, it } from 'vitest'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { accountForModel } from './account-tool.ts'

const actor: Actor = {
  workspace: { id: 'w', name: 'Kite', tier: 'business' },
  by: { kind: 'person', id: 'p' },
  role: 'owner',
}
const ada = privateText('person', 'Ada Lovelace')
const at = '2026-11-20T09:00:00.000Z'

/** An account with a member, a key of hers and what she did. */
const account: AccountFacts['groups'] = {
  members: known({
    workspace: privateText('workspace', 'Kite & Co'),
    members: {
      items: [
        { name: ada, email: privateText('address', 'ada@mail.example'), role: 'owner', joinedAt: at, isCaller: true },
      ],
      total: 1,
    },
    invitations: known({ items: [], total: 0 }),
  }),
  keys: known({
    allowed: true,
    keys: {
      items: [
        {
          name: privateText('key', 'deploy'),
          scopes: ['read'],
          createdAt: at,
          createdBy: ada,
          expiresAt: null,
          isExpired: false,
          lastUsedAt: null,
        },
      ],
      total: 1,
    },
  }),
  activity: known({
    isOwnOnly: false,
    events: {
      items: [
        {
          at,
          what: privateText('event', 'Revoked the API key trial'),
          action: 'key.revoked',
          group: 'keys',
          domain: null,
          by: 'person',
          name: ada,
          isCaller: false,
        },
      ],
      total: 1,
    },
  }),
}

const reading =
  (calls: unknown[]): ReadAccount =>
  async (_actor, groups, asked = {}) => {
    calls.push([groups, asked])
    return {
      at,
      tier: 'business',
      caller: { role: 'owner', kind: 'person' },
      billing: 'stripe',
      asked,
      groups: account,
    }
  }

it('a model reads the account by the answers of the analyst, with one placeholder for each private text', async () => {
  const calls: unknown[] = []
  const { tool, placeholders, hidden } = accountForModel(actor, reading(calls))
  const results = [
    await tool.run({ topic: 'keys' }),
    await tool.run({ topic: 'activity', domain: 'Shop.example.', since: '2026-11-01T00:00:00Z' }),
    await tool.run({ topic: 'members' }),
  ]
  expect(calls).toEqual([
    [['keys'], {}],
    [['activity'], { domain: 'shop.example', since: '2026-11-01T00:00:00Z' }],
    [['members', 'plan'], {}],
  ])
  const received = results.join('\n')
  for (const text of ['Ada', 'Lovelace', 'mail.example', 'deploy', 'Kite', 'Revoked'])
    expect(received).not.toContain(text)
  expect(received.match(/HIDDEN[A-Z]+\d/g)).toEqual(
    expect.arrayContaining(['HIDDENKEY1', 'HIDDENPERSON1', 'HIDDENEVENT1']),
  )
  expect(received).not.toContain('HIDDENPERSON2')
  expect(hidden('What did Ada Lovelace do?')).toBe('What did HIDDENPERSON1 do?')
  expect(fillIn('HIDDENPERSON1 revoked a key.', placeholders())).toBe('Ada Lovelace revoked a key.')
})

it('a model reads a bounded number of times, and nothing that is no topic', async () => {
  const { tool } = accountForModel(actor, reading([]))
  await expect(tool.run({ topic: 'secrets' })).rejects.toThrow('topic')
  for (let n = 0; n < 8; n++) await tool.run({ topic: 'keys', form: 'count' })
  expect(await tool.run({ topic: 'keys' })).toBe('Not available: at most 8 reads for one answer.')
})
