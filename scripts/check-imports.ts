/** Checks that imports go only in the directions of docs/architecture.md, between packages and between folders, and never in a circle. */
import { findCircles } from './import-circles.ts'
import { findViolations } from './import-rules.ts'
import { readSources } from './source-files.ts'

const sources = await readSources()
const violations = findViolations(sources)
for (const { path, target, rule } of violations) console.error(`${path}: imports ${target}: ${rule}`)
const circles = findCircles(sources)
for (const { folder, entries, imports } of circles)
  console.error(`${folder}: ${entries.join(', ')} import each other:\n  ${imports.join('\n  ')}`)
if (violations.length > 0 || circles.length > 0) {
  console.error(`${violations.length} imports go in a wrong direction; ${circles.length} circles.`)
  process.exitCode = 1
} else if (sources.length === 0) {
  console.error('No source file was found to check.')
  process.exitCode = 1
} else {
  console.log(`The imports of ${sources.length} files go in the right directions, without a circle.`)
}
