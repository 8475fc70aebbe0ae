/** Completion of `${…}` in text fields. */
import { describe, expect, it } from 'vitest'
import {
  acceptOffer,
  insertHole,
  matchingOffers,
  type Offer,
  openHole,
  withLastValues,
  withValues,
} from './template-completion.ts'

const variable = (name: string): Offer => ({ kind: 'variable', name, detail: '', insert: name })
const random: Offer = { kind: 'function', name: 'randomInt', detail: '', insert: 'randomInt(|)' }

describe('completion of templates', () => {
  it('shows the last values of variables, not of functions', () => {
    const shown = withLastValues([variable('user'), variable('other'), random], {
      user: 'ann',
      randomInt: '3',
    })
    expect(shown.map(({ lastValue }) => lastValue)).toEqual(['ann', undefined, undefined])
  })
  it.each([
    ['/a/${', 5, { from: 5, typed: '' }],
    ['/a/${us', 7, { from: 5, typed: 'us' }],
    ['${md5(${to', 10, { from: 8, typed: 'to' }],
    ['/a/${user}', 10, null],
    ['$us', 3, null],
    ['${md5(a', 7, null],
  ])('finds in %j at %i the open placeholder %j', (text, caret, hole) => {
    expect(openHole(text, caret)).toEqual(hole)
  })
  it('offers names that start with the typed text before those that contain it', () => {
    const offers = [variable('superuser'), variable('userId'), variable('token')]
    expect(matchingOffers(offers, 'USER').map(offer => offer.name)).toEqual(['userId', 'superuser'])
  })
  it('closes the brace once and puts the caret after it', () => {
    expect(acceptOffer('/${us', { from: 3, typed: 'us' }, variable('user'))).toEqual({
      text: '/${user}',
      caret: 8,
    })
    expect(acceptOffer('/${us}/x', { from: 3, typed: 'us' }, variable('user'))).toEqual({
      text: '/${user}/x',
      caret: 8,
    })
  })
  it('puts the caret between the parentheses of a function', () => {
    expect(acceptOffer('${r', { from: 2, typed: 'r' }, random)).toEqual({ text: '${randomInt()}', caret: 12 })
  })
  it('keeps existing arguments', () => {
    expect(acceptOffer('${r(1, 2)}', { from: 2, typed: 'r' }, random)).toEqual({
      text: '${randomInt(1, 2)}',
      caret: 12,
    })
  })
  it('replaces the selection by an inserted placeholder', () => {
    expect(insertHole('abcd', 1, 3, 'x')).toEqual({ text: 'a${x}d', caret: 5 })
  })
  it('shows known values of the last run', () => {
    expect(withValues('/u/${id}/${other}', { id: '7' })).toBe('/u/7/${other}')
    expect(withValues('/u', { id: '7' })).toBeNull()
  })
})
