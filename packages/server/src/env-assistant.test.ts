import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { problemsOf } from './testing/env-problems.ts'

const key = 'sk-of-the-tests-0123456789'
const openai = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-4.1-mini', AI_API_KEY: key }
const local = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'qwen3:8b' }

describe('the language model', () => {
  it('is not there without AI_PROVIDER', () => {
    expect(readEnv({}).assistant).toBeNull()
    expect(readEnv({ AI_PROVIDER: ' ', AI_MODEL: '' }).assistant).toBeNull()
  })

  it('is one of OpenAI or Anthropic with a key, also behind a gateway', () => {
    expect(readEnv(openai).assistant).toEqual({
      provider: 'openai',
      model: 'gpt-4.1-mini',
      baseUrl: null,
      apiKey: key,
    })
    const gateway = { AI_PROVIDER: 'anthropic', AI_BASE_URL: 'https://gateway.example/anthropic/v1/' }
    expect(readEnv({ ...openai, ...gateway }).assistant).toMatchObject({
      provider: 'anthropic',
      baseUrl: 'https://gateway.example/anthropic/v1',
    })
  })

  it('is any model behind the API of OpenAI, with or without a key', () => {
    const AI_BASE_URL = 'http://localhost:11434/v1'
    expect(readEnv({ ...local, AI_BASE_URL }).assistant).toEqual({
      provider: 'openai-compatible',
      model: 'qwen3:8b',
      baseUrl: AI_BASE_URL,
      apiKey: null,
    })
    expect(readEnv({ ...local, AI_BASE_URL, AI_API_KEY: key }).assistant?.apiKey).toBe(key)
  })

  it('has a key from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waxseal-env-'))
    try {
      const file = join(folder, 'key')
      writeFileSync(file, `${key}\n`)
      expect(readEnv({ ...openai, AI_API_KEY: '', AI_API_KEY_FILE: file }).assistant?.apiKey).toBe(key)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('needs every variable of its provider', () => {
    expect(problemsOf({ AI_PROVIDER: 'openai' })).toEqual([
      'AI_MODEL: is required with AI_PROVIDER → set the name of the model, such as gpt-4.1-mini',
      'AI_API_KEY: is required with AI_PROVIDER=openai → set a key of your account there',
    ])
    expect(problemsOf({ AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-haiku-4-5' })).toEqual([
      'AI_API_KEY: is required with AI_PROVIDER=anthropic → set a key of your account there',
    ])
    expect(problemsOf(local)).toEqual([
      'AI_BASE_URL: is required with AI_PROVIDER=openai-compatible → set the URL of the API, such as http://localhost:11434/v1',
    ])
    expect(problemsOf({ AI_PROVIDER: 'gemini' })).toEqual([
      'AI_PROVIDER: "gemini" is not a valid value → use openai, anthropic or openai-compatible',
    ])
  })

  it('needs AI_PROVIDER with any other variable', () => {
    expect(problemsOf({ AI_MODEL: 'gpt-4.1-mini', AI_API_KEY: key, AI_BASE_URL: 'https://api.example/v1' })).toEqual(
      ['AI_MODEL', 'AI_BASE_URL', 'AI_API_KEY'].map(
        name => `AI_PROVIDER: is required with ${name} → set openai, anthropic or openai-compatible, or remove ${name}`,
      ),
    )
  })

  it.each([
    ['not a URL', 'api.openai.com', /^AI_BASE_URL: is not the URL of an API → /],
    ['another scheme', 'ftp://api.example/v1', /is not the URL of an API/],
    ['a query', 'https://api.example/v1?key=secret', /is not the URL of an API/],
    ['an empty query', 'https://api.example/v1?', /is not the URL of an API/],
    ['a hash', 'https://api.example/v1#secret', /is not the URL of an API/],
    ['a password', 'https://alex:secret@api.example/v1', /has a user name or password → /],
    ['plain HTTP to a public name', 'http://api.example.com/v1', /without encryption → use https/],
    ['plain HTTP to a public address', 'http://8.8.8.8/v1', /without encryption/],
  ])('is not asked at %s, and the problem repeats no secret', (_, AI_BASE_URL, expected) => {
    const problems = problemsOf({ ...openai, AI_BASE_URL })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(expected)
    expect(problems[0]).not.toContain('secret')
  })

  it.each([
    'http://127.0.0.1:11434/v1',
    'http://[::1]:11434/v1',
    'http://10.1.2.3/v1',
    'http://[fd00::1]/v1',
    'http://ollama:11434/v1',
    'http://host.docker.internal:11434/v1',
    'http://models.local/v1',
    'https://api.example.com/v1',
  ])('may be at %s', AI_BASE_URL => {
    expect(readEnv({ ...local, AI_BASE_URL }).assistant?.baseUrl).toBe(AI_BASE_URL)
  })

  it('has a key and a name without spaces, and the problems repeat neither', () => {
    const problems = problemsOf({ ...openai, AI_API_KEY: 'my secret key', AI_MODEL: 'gpt 4' })
    expect(problems).toEqual([
      'AI_MODEL: is not the name of a model → use the name that the provider lists, such as gpt-4.1-mini',
      'AI_API_KEY: is not an API key → use the key that the provider shows, without spaces',
    ])
  })
})
