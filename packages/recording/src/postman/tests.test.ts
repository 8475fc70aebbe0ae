import { expect, test } from 'vitest'
import { readTests } from './tests.ts'

test('comparisons of the response become checkpoints', () => {
  const { checkpoints, expectedStatus, hasRest } = readTests(
    `
    // Of the order
    pm.test("Status", function () { pm.response.to.have.status(201); });
    pm.test("Body", () => {
      const data = pm.response.json();
      pm.expect(data.items[0].name).to.eql("tea");
      pm.expect(data.total).to.be.above(10);
      pm.expect(data["a-b"]).to.not.equal(false);
      pm.expect(pm.response.json()).to.have.property('id');
      pm.expect(pm.response.text()).to.include('oolong');
    });
    pm.test("Time", () => { pm.expect(pm.response.responseTime).to.be.below(200) });
    pm.test("Type", () => pm.response.to.have.header("Content-Type"));
  `
      .replace('() => pm.response', '() => { pm.response')
      .replace('"));', '") });'),
  )
  expect({ expectedStatus, hasRest }).toEqual({ expectedStatus: 201, hasRest: false })
  expect(
    checkpoints.map(({ source, expression, operator, expected }) => [source, expression, operator, expected]),
  ).toEqual([
    ['jsonPath', '$.items[0].name', 'equals', 'tea'],
    ['jsonPath', '$.total', 'greater', '10'],
    ['jsonPath', '$["a-b"]', 'notEquals', 'false'],
    ['jsonPath', '$.id', 'exists', ''],
    ['body', '', 'contains', 'oolong'],
    ['responseTime', '', 'less', '200'],
    ['header', 'Content-Type', 'exists', ''],
  ])
})

test('values that a script stores become extractors', () => {
  const { extractors, hasRest } = readTests(
    'var json = JSON.parse(responseBody); pm.environment.set("access-token", json.token); pm.globals.set("place", pm.response.headers.get("Location"))',
  )
  expect(hasRest).toBe(false)
  expect(extractors).toMatchObject([
    { source: 'jsonPath', expression: '$.token', variable: 'access_token' },
    { source: 'header', expression: 'Location', variable: 'place' },
  ])
})

test.each([
  ['if (pm.response.code === 200) { pm.environment.set("a", pm.response.json().a) }'],
  ['pm.response.json().items.forEach(item => { pm.expect(item.id).to.eql(1) })'],
])('a script whose statements depend on each other is left as a whole: %s', code => {
  expect(readTests(code)).toEqual({ expectedStatus: null, checkpoints: [], extractors: [], hasRest: true })
})

test.each([
  ['pm.expect(data.a).to.eql(1)'],
  ['pm.expect(pm.response.json().a).to.eql(`${x}`)'],
  ['pm.expect(pm.response.code).to.be.oneOf([200, 404])'],
  ['pm.environment.set("a", Date.now())'],
])('a statement that is no comparison with a literal is told: %s', code => {
  expect(readTests(`${code}; pm.response.to.have.status(200)`)).toMatchObject({
    hasRest: true,
    expectedStatus: 200,
  })
})
