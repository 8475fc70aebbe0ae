import { expect, test } from 'vitest'
import { metricRecords } from './metrics.ts'

const text = `# TYPE cpu_time_total counter
cpu_time_total{core="0,0",mode="idle"} 10
cpu_time_total{core="0,1",mode="idle"} 20.5
cpu_time_total{core="0,0",mode="user"} 3
disk_free{volume="C:"} 5
disk_size{volume="C:"} 9
disk_size{volume="D:"} 7
state{name="Themes",state="running"} 1
state{name="Themes",state="stopped"} 0
old_name 4
`
const none = { labels: [], fields: {}, texts: {} }

test('samples that a selector means are added up or counted', () => {
  const fields = {
    idle: ['cpu_time_total{mode="idle"}'],
    user: ['cpu_time_total{core="0,0",mode="user"}'],
    cpus: ['count(cpu_time_total{mode="idle"})'],
  }
  expect(metricRecords(text, { ...none, fields })).toEqual([{ idle: '30.5', user: '3', cpus: '2' }])
})

test('of several names the first that the answer has counts', () => {
  expect(metricRecords(text, { ...none, fields: { value: ['new_name', 'old_name'] } })).toEqual([
    { value: '4' },
  ])
  expect(metricRecords(text, { ...none, fields: { value: ['old_name', 'disk_size'] } })).toEqual([
    { value: '4' },
  ])
})

test('labels make rows, and a row lacks what it has no sample of', () => {
  const fields = { free: ['disk_free'], size: ['disk_size'] }
  expect(metricRecords(text, { ...none, labels: ['volume'], fields })).toEqual([
    { volume: 'C:', free: '5', size: '9' },
    { volume: 'D:', size: '7' },
  ])
})

test('a text is the label of the sample that is not 0', () => {
  const texts = { state: { metric: 'state', label: 'state' } }
  expect(metricRecords(text, { ...none, labels: ['name'], texts })).toEqual([
    { name: 'Themes', state: 'running' },
  ])
  expect(metricRecords(text, { ...none, fields: { value: ['unknown'] } })).toEqual([])
})
