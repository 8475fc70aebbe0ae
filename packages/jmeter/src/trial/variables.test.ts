import { expect, test } from 'vitest'
import { readPlan } from '../jmx/plan.ts'
import { element, planOfThreads } from '../jmx/real-plans.ts'
import { variableNames } from './variables.ts'

test('variables of data files, extractors and counters are found, but none that would break the log', () => {
  const text = planOfThreads(
    1,
    1,
    element('CSVDataSet', 'buyers', { variableNames: 'user, password,t,1st' }) +
      element('JSONPostProcessor', 'token', { 'JSONPostProcessor.referenceNames': 'token;用户' }) +
      element('CounterConfig', 'count', { 'CounterConfig.name': 'number' }) +
      element('RegexExtractor', 'off', { 'RegexExtractor.refname': 'gone' }).replace(
        'enabled="true"',
        'enabled="false"',
      ),
  )
  const read = readPlan(text)
  expect(read.ok && variableNames(read.plan)).toEqual(['user', 'password', 'token', '用户', 'number'])
})
