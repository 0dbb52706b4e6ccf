import { expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.data.ts'
import { isGuessable } from './guessable.ts'

it.each([
  '1234567890',
  'password123',
  'Password123',
  'PASSWORD123!!',
  'qwertyuiop',
  'qwertyuiop2026',
  '1q2w3e4r5t',
  'aaaaaaaaaaaa',
  'abababababab',
  'iloveyou123',
])('%s is guessed first', password => {
  expect(isGuessable(password)).toBe(true)
})

it.each([
  'correct horse battery',
  'another horse battery',
  'password1234 of our cat',
  '7hK2-mmQ9-xx',
  'straße nach süden',
  'basketball team of kite',
])('%s may be chosen', password => {
  expect(isGuessable(password)).toBe(false)
})

it('the list has passwords that may be chosen otherwise, each once, in lower case', () => {
  const list = commonPasswords.trim().split(/\s+/)
  expect(list.length).toBeGreaterThan(1_500)
  expect(new Set(list).size).toBe(list.length)
  expect(list.filter(word => word.length < 10 || word !== word.toLowerCase())).toEqual([])
})
