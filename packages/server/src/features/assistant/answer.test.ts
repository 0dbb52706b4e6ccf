import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dnsChange } from '../../db/schema/index.ts'
import type { AssistantFailed, AssistantModel } from '../../ports.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { pieces, scriptedModel } from '../../testing/scripted-model.ts'
import { theStore } from '../../testing/store.ts'
import type { ReadAccount } from './account-facts.ts'
import { type Answered, answer, prepare, type Task } from './answer.ts'

/** These questions are not about the account. */
const noAccount: ReadAccount = () => Promise.reject(new Error('the account was read'))

let deps: TestDeps
let owner: Owner
let domainId: string
beforeEach(async () => {
  deps = await openTestDeps(theStore())
  owner = await anOwner(deps.store, { tier: 'pro' })
  const domain = await aDomain(deps.store, owner, { name: 'one.example' })
  await aScan(deps.store, domain)
  domainId = domain.id
})
afterEach(() => deps.close())

const forever = new AbortController().signal

/** The pieces as they came, and the whole answer or the reason of its failure. */
async function answered(
  model: AssistantModel | null,
  { task, streamed = true, signal = forever }: { task?: Task; streamed?: boolean; signal?: AbortSignal } = {},
) {
  deps.assistant = model
  const asked = task ?? ({ kind: 'scan', domainId } as const)
  const running = answer(deps, await prepare(deps, owner, asked, noAccount), { signal, streamed })
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
  it('its pieces are given as they come, with the tools that it uses', async () => {
    const model = scriptedModel(async function* () {
      yield { tool: 'get_scan' }
      yield { content: 'Your score is **60**' }
      yield { content: ' of 100.' }
    })
    const { text, tools, whole: answer } = await answered(model)
    expect({ text, tools }).toEqual({ text: 'Your score is **60** of 100.', tools: ['get_scan'] })
    expect(answer).toEqual({
      markdown: text,
      html: expect.stringContaining('Your score is <strong>60</strong> of 100.'),
      source: 'model',
    })
    expect(model.requests[0]).toMatchObject({ maxOutputTokens: 1_200 })
  })

  it('a record of ours is marked as checked, and any other one comes with a warning', async () => {
    const ours = await whole(scriptedModel(() => pieces(['Publish `v=DMARC1; p=none; rua=mailto:dmarc@one.example`.'])))
    expect(ours.html).toContain('ai-checked')
    expect(ours.html).not.toContain('ai-warning')
    const own = await whole(scriptedModel(() => pieces(['Publish `v=spf1 +all`.'])))
    expect(own.html).toContain('ai-unchecked')
    expect(own.html).toContain('ai-warning')
    expect(own.html).not.toContain('ai-checked')
  })

  it('a record that only a DNS change quotes comes with the warning', async () => {
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
    const { html } = await whole(model)
    expect(model.requests[0]?.messages.at(-1)?.content).toContain('include:evil.example')
    expect(html).toContain('ai-unchecked')
    expect(html).toContain('ai-warning')
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

  it('that fails after its first word, the answer fails', async () => {
    const { text, failed } = await answered(scriptedModel(() => pieces(['Your score'], 'cut')))
    expect({ text, failed }).toEqual({ text: 'Your score', failed: 'cut' })
  })

  it('that fails after its first word, the built-in analyst answers a reader who saw nothing of it', async () => {
    const answer = await whole(
      scriptedModel(() => pieces(['Your score'], 'cut')),
      { streamed: false },
    )
    expect(answer.source).toBe('built-in')
    expect(answer.html).not.toContain('Your score is')
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
