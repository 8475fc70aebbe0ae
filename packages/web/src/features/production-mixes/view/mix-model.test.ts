import { expect, test } from 'vitest'
import { arrivalRates, rateFacts, templatesWith } from './mix-model.ts'

test('arrivals are drawn as rates, several intervals as one point where there are many', () => {
  expect(arrivalRates({ intervalSeconds: 2, arrivals: [4, 8] })).toEqual({
    stepSeconds: 2,
    seconds: [0, 2],
    rates: [2, 4],
  })
  const many = arrivalRates({ intervalSeconds: 1, arrivals: Array.from({ length: 1_201 }, () => 3) })
  expect([many.stepSeconds, many.rates.length, many.rates.at(-1)]).toEqual([3, 401, 3])
})

test('the mean counts intervals without requests, the peak is that of one interval', () => {
  expect(rateFacts({ intervalSeconds: 10, arrivals: [100, 0, 50] })).toEqual({ mean: 5, peak: 10 })
})

test('requests are found by method, path and host', () => {
  const template = (method: string, path: string, origin = '') => ({
    method,
    path,
    origin,
    url: path,
    count: 1,
    sizes: null,
  })
  const all = [template('GET', '/a'), template('POST', '/b', 'https://shop.example')]
  const found = (text: string) => templatesWith(all, text).map(({ path }) => path)
  expect([found(''), found('POST'), found('SHOP.example/b'), found('q')]).toEqual([
    ['/a', '/b'],
    ['/b'],
    ['/b'],
    [],
  ])
})
