import { expect, test } from 'vitest'
import { suggestedTarget } from './file-suggestion.ts'

test.each([
  ['pone-agent-0.2.0-linux-x64.tar.gz', { type: 'Agent', architecture: 'x64' }],
  ['pone-agent-0.2.0-linux-arm64.tar.gz', { type: 'Agent', architecture: 'arm64' }],
  ['pone-pr-0.2.0-linux-any.tar.gz', { type: 'PR', architecture: 'any' }],
  ['apache-jmeter-5.6.3.tgz', { type: 'JMeter', architecture: 'any' }],
  ['arthas-packaging-4.0.5-bin.zip', { type: 'Arthas', architecture: 'any' }],
  ['package.zip', null],
])('%s suggests %j', (name, suggestion) => {
  expect(suggestedTarget(name)).toEqual(suggestion)
})
