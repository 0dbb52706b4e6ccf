import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dnsChange } from '../../db/schema/index.ts'
import type { AssistantFailed, AssistantModel } from '../../ports.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { pieces, scriptedModel } from '../../testing/scripted-model.ts'
import { theStore } from '../../testing/store.ts'
import type { ReadAccount } from './account-facts.ts'
import { type Answered, answer, prepare, type Task } from './answer.ts'

/** These questions are not about the account: of it only those whose names a question can have are read. */
const noAccount: ReadAccount = async ({ workspace, role, by }, groups, asked = {}) => {
  expect(groups).toEqual(['members', 'keys'])
  return { at: '', tier: workspace.tier, caller: { role, kind: by.kind }, billing: 'off', asked, groups: {} }
}

let deps: TestDeps
let owner: Owner
let domainId: string
beforeAll(async () => {
  deps = await openTestDeps(theStore())
})
afterAll(() => deps.close())
// Each test has a workspace of its own.
beforeEach(async () => {
  deps.assistant = null
  owner = await anOwner(deps.store, { tier: 'pro' })
  const domain = await aDomain(deps.store, owner, { name: 'one.example' })
  await aScan(deps.store, domain)
  domainId = domain.id
})

const forever = new AbortController().signal

/** The pieces as they came, and the whole answer or the reason of its failure. */
async function answered(
  model: AssistantModel | null,
  { task, signal = forever }: { task?: Task; signal?: AbortSignal } = {},
) {
  deps.assistant = model
  const asked = task ?? ({ kind: 'scan', domainId } as const)
  const running = answer(deps, await prepare(deps, owner, asked, noAccount), signal)
  let text = ''
  const tools: string[] = []
  try {
    for (;;) {
      const { done, value } = await running.next()
      if (done) return { text, tools, whole: value, failed: null }
      if ('content' in value) text += value.content
      else tools.push(value.tool)
    }
  } catch (error) {
    return { text, tools, whole: null, failed: (error as AssistantFailed).reason }
  }
}
const whole = async (...input: Parameters<typeof answered>): Promise<Answered> => {
  const { whole: answer } = await answered(...input)
  if (answer === null) throw new Error('the answer failed')
  return answer
}

describe('without a language model', () => {
  it('the built-in analyst answers and says so', async () => {
    const { text, whole: answer } = await answered(null)
    expect(answer).toMatchObject({ markdown: text, source: 'built-in' })
    expect(answer?.html).toContain('<strong>one.example scores 60 of 100 (Fair).')
    expect(answer?.html).toContain('No language model is configured on this server.')
    expect(answer?.html).toMatch(/ai-record ai-checked[^]*_dmarc\.one\.example/)
  })

  it('a question is answered in the light of the one before', async () => {
    const history = [
      { role: 'user', content: 'What is DMARC?' },
      { role: 'ai', content: 'A policy.' },
    ] as const
    const { html } = await whole(null, {
      task: { kind: 'scan-question', domainId, message: 'How do I fix it?', history },
    })
    expect(html).toContain('_dmarc.one.example')
  })
})

describe('with a language model', () => {
  it('its answer is given when all of it was checked, after the tools that it uses, and says what it rests on', async () => {
    const model = scriptedModel(async function* () {
      yield { tool: 'get_scan' }
      yield { content: 'Your score is **60**' }
      yield { content: ' of 100.' }
    })
    const { text, tools, whole: answer } = await answered(model)
    expect({ text, tools }).toEqual({
      text: `Your score is **60** of 100.\n\n*This answer rests on the last scan of one.example \\(Nov 20, 2026, 09:00 UTC\\).*\n`,
      tools: ['get_scan'],
    })
    expect(answer).toEqual({
      markdown: 'Your score is **60** of 100.',
      html: expect.stringContaining('Your score is <strong>60</strong> of 100.'),
      source: 'model',
    })
    expect(model.requests[0]).toMatchObject({ maxOutputTokens: 1_200 })
  })

  it('a record of ours is marked as checked', async () => {
    const ours = await whole(scriptedModel(() => pieces(['Publish `v=DMARC1; p=none; rua=mailto:dmarc@one.example`.'])))
    expect(ours.html).toContain('ai-checked')
    expect(ours.html).not.toContain('ai-warning')
  })

  it.each([
    ['a number', 'one.example scores 97 of 100.'],
    ['a number in a word', 'one.example has seventeen findings.'],
    ['a date', 'one.example was scanned on 3 March 2025.'],
    ['a domain', 'Send mail through mail.attacker.test instead.'],
    ['a link', 'Read [this](https://attacker.test/x).'],
    ['a verdict', 'one.example is safe, and its mail is delivered.'],
    ['a person', 'HIDDENPERSON7 did it.'],
    ['a record', 'Publish `v=spf1 +all`.'],
    ['an image', '![60](x)'],
    ['HTML', 'one.example <img src=x onerror=alert(1)>'],
  ])(
    'that writes %s that no tool returned, nothing of it is shown, and the built-in analyst answers',
    async (_, lie) => {
      const { text, whole: answer } = await answered(scriptedModel(() => pieces(['Your score is 60 of 100. ', lie])))
      expect(answer).toMatchObject({ source: 'built-in', markdown: text })
      expect(text).not.toContain(lie)
      expect(answer?.html).toContain('<strong>one.example scores 60 of 100 (Fair).')
      expect(answer?.html).toContain('The language model wrote something that your data do not say')
    },
  )

  it('a record that only a DNS change quotes is none to publish', async () => {
    await deps.store.db.insert(dnsChange).values({
      workspaceId: owner.workspace.id,
      domainId,
      foundAt: deps.now(),
      changeType: 'spf_modified',
      severity: 'critical',
      description: 'SPF was v=spf1 include:evil.example +all until today',
      oldValue: null,
      newValue: null,
      part: '',
      fingerprint: 'one',
    })
    const model = scriptedModel(() => pieces(['Publish `v=spf1 include:evil.example +all`.']))
    const { source, html } = await whole(model)
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('include:evil.example')
    expect(source).toBe('built-in')
    expect(html).not.toContain('Publish v=spf1 include:evil.example')
  })

  it('what the user typed is known, but no verdict in it', async () => {
    const task = {
      kind: 'scan-question',
      domainId,
      message: 'Is 95 a safe score for other.example?',
      history: [],
    } as const
    const repeated = await whole(
      scriptedModel(() => pieces(['You ask about 95 and other.example.'])),
      { task },
    )
    expect(repeated.source).toBe('model')
    expect(
      await whole(
        scriptedModel(() => pieces(['Yes, it is safe.'])),
        { task },
      ),
    ).toMatchObject({ source: 'built-in' })
  })

  it('a tool of it is the built-in analyst, whose answers are known', async () => {
    const model = scriptedModel(async function* ({ tools }) {
      yield { tool: 'ask_analyst' }
      yield { content: await (tools['ask_analyst']?.run({ question: 'Does the SPF record go on @ or on www?' }) ?? '') }
    })
    const { html, source } = await whole(model, { task: { kind: 'chat', message: 'Hello', history: [] } })
    expect(source).toBe('model')
    expect(html).toContain('RFC 7208 sections 2.4 and 3.1')
    expect(html).toMatch(/This answer rests on [^<]*Waxseal’s own rules/)
  })

  it.each(['timeout', 'rate_limited', 'refused', 'cut', 'failed', 'empty'] as const)(
    'that fails before its first word (%s), the built-in analyst answers and says so',
    async reason => {
      const { text, whole: answer } = await answered(scriptedModel(() => pieces([], reason)))
      expect(answer).toMatchObject({ source: 'built-in', markdown: text })
      expect(answer?.html).toContain('The language model did not answer.')
    },
  )

  it('that says nothing, the built-in analyst answers', async () => {
    expect(await whole(scriptedModel(() => pieces([' ', '\n'])))).toMatchObject({ source: 'built-in' })
  })

  it('that fails after its first word, the built-in analyst answers: no one saw that word', async () => {
    const { text, whole: answer } = await answered(scriptedModel(() => pieces(['Your score is'], 'cut')))
    expect(answer).toMatchObject({ source: 'built-in', markdown: text })
    expect(text).not.toContain('Your score is')
  })

  it('a cancelled answer is not answered by anything else', async () => {
    const gone = new AbortController()
    const model = scriptedModel(async function* () {
      yield { content: '' }
      gone.abort()
      yield* pieces([], 'timeout')
    })
    expect(await answered(model, { signal: gone.signal })).toMatchObject({ whole: null, failed: 'closed' })
  })

  it('an error of ours is logged and answered as a failure of the model', async () => {
    const model = scriptedModel(async function* () {
      yield { content: '' }
      throw new TypeError('a bug')
    })
    expect(await whole(model)).toMatchObject({ source: 'built-in' })
  })
})
