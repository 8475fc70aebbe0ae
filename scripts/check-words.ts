/** Checks all texts of the product against the glossary and the rules of writing, and prints what to mend. */
import { productTexts } from './product-texts.ts'
import { findingsIn } from './word-rules.ts'

const texts = await productTexts()
const findings = findingsIn(texts)
for (const { path, line, text, fault } of findings)
  console.error(`${path}:${line}: ${fault}: ${text.slice(0, 200)}`)
if (findings.length > 0 || texts.length === 0) {
  console.error(`${findings.length} findings in ${texts.length} texts.`)
  process.exitCode = 1
} else {
  console.log(`${texts.length} texts follow the glossary and the rules of writing.`)
}
