import { describe, expect, it } from 'vitest'
import { accountFactsFixture, accountGroupsFixture } from '../account-facts.fixture.ts'
import { absent } from '../account-read.ts'
import { factsWith, textsOf } from '../answers.fixture.ts'
import { reply } from '../reply.ts'

/** What a viewer gets: no invitations, and of the log what they did themselves, which is nothing. */
function said(message: string): string {
  const why = absent({ kind: 'role', least: 'admin' })
  const account = accountFactsFixture(
    {
      members: { ...accountGroupsFixture.members, invitations: why },
      activity: { isOwnOnly: true, events: { items: [], total: 0 } },
    },
    { caller: { role: 'viewer', kind: 'person' } },
  )
  return textsOf(reply(message, factsWith({ account }), { origin: 'no-model', earlier: ['x'] })).join('\n')
}

describe('a viewer who asks for what owners and administrators see', () => {
  it.each(['Which invitations are open?', 'Are there pending invitations?', 'how many open invitations do we have'])(
    'is told so, and not that there is none: %s',
    message => {
      expect(said(message)).toBe('Only owners and administrators of the workspace see this.')
    },
  )

  it.each([
    'Who deleted a domain yesterday?',
    'Show me the audit log',
    'who invited someone since Monday',
    'Who renamed the workspace?',
  ])('is told that the log shows only their own: %s', message => {
    expect(said(message)).toContain('What others did, you do not see here. Only owners and administrators')
    expect(said(message)).toMatch(/of yours/)
  })

  it.each([
    ['How do I delete a domain?', 'editors'],
    ['How can I add a domain?', 'editors'],
    ['please rescan shop.example', 'editors'],
    ['How do I mute a finding?', 'editors'],
    ['Where do I cancel my subscription?', 'administrators'],
    ['How do I invite a colleague?', 'administrators'],
    ['Can I get alerts in Slack?', 'administrators'],
    ['How do I create an API key?', 'administrators'],
    ['Where do I change the card?', 'administrators'],
  ])('is told who may do it: %s', (message, who) => {
    expect(said(message)).toMatch(new RegExp(`Your role is Viewer: only owners.*${who} can do this\\.`))
  })
})

it('what roles may do is said with the role of whoever asks', () => {
  expect(said('Am I an admin?')).toContain('Your role is Viewer.')
  expect(said('What did the owner do last week?')).not.toContain('What each role')
})

it('an owner is not told of roles', () => {
  const facts = factsWith({ account: accountFactsFixture() })
  const text = textsOf(reply('How do I delete a domain?', facts, { origin: 'no-model', earlier: ['x'] })).join('\n')
  expect(text).not.toContain('Your role')
})
