/** The compliance suite of RFC 9535 (jsonpath-standard/jsonpath-compliance-test-suite, BSD-2), as the package jsonpath-rfc9535 carries it. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileJsonPath, compileStandardPath } from './json-path.ts'

const suitePath = join(
  dirname(fileURLToPath(import.meta.resolve('jsonpath-rfc9535/package.json'))),
  'src/__tests__/jsonpath-compliance-test-suite/cts.json',
)
const caseSchema = z.object({
  name: z.string(),
  selector: z.string(),
  document: z.unknown().optional(),
  result: z.array(z.unknown()).optional(),
  results: z.array(z.array(z.unknown())).optional(),
  invalid_selector: z.boolean().optional(),
})
const { tests: cases } = z
  .object({ tests: z.array(caseSchema) })
  .parse(JSON.parse(readFileSync(suitePath, 'utf8')))

test('the suite is there', () => {
  expect(cases.length).toBeGreaterThan(600)
})

for (const { name, selector, document, result, results, invalid_selector: isInvalid } of cases) {
  test(name, () => {
    if (isInvalid === true) expect(() => compileStandardPath(selector)).toThrow(Error)
    else {
      expect(results ?? [result]).toContainEqual(compileStandardPath(selector)(document))
      expect(results ?? [result]).toContainEqual(compileJsonPath(selector)(document))
    }
  })
}
