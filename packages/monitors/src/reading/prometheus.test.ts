import { expect, test } from 'vitest'
import { prometheusRecords } from './prometheus.ts'

const text = String.raw`# HELP http_requests_total Requests, by\nmethod.
# TYPE http_requests_total counter
http_requests_total{method="post",path="C:\\DIR \"a\", b}\n"} 1027 1395066363000
http_requests_total { method = "get" , } 3e2 # {trace_id="x"} 0.5
# TYPE latency histogram
latency_bucket{le="+Inf"} 7
latency_sum 1.5
latency_count 7
# TYPE rpc summary
rpc{quantile="0.5"} 4773
rpc_count 2693
# TYPE temperature gauge
temperature -3.25
missing NaN
limit +Inf
old_total 5
# EOF
`

test('samples have names, kinds, values and labels with their escapes read', () => {
  const read = prometheusRecords(text).map(({ name, kind, value, labels }) => [name, kind, value, labels])
  expect(read).toEqual([
    ['http_requests_total', 'counter', '1027', '{"method":"post","path":"C:\\\\DIR \\"a\\", b}\\n"}'],
    ['http_requests_total', 'counter', '300', '{"method":"get"}'],
    ['latency_bucket', 'counter', '7', '{"le":"+Inf"}'],
    ['latency_sum', 'counter', '1.5', '{}'],
    ['latency_count', 'counter', '7', '{}'],
    ['rpc', 'gauge', '4773', '{"quantile":"0.5"}'],
    ['rpc_count', 'counter', '2693', '{}'],
    ['temperature', 'gauge', '-3.25', '{}'],
    ['old_total', 'counter', '5', '{}'],
  ])
  expect(prometheusRecords(text)[0]?.['help']).toBe('Requests, by\nmethod.')
})

test('only the metrics of a prefix are kept', () => {
  expect(prometheusRecords(text, 'rpc').map(({ name }) => name)).toEqual(['rpc', 'rpc_count'])
})

test.each([
  ['<html><body>It works</body></html>', 'wrongProduct'],
  ['{"status":"ok"}', 'wrongProduct'],
  ['a 1\nb{x="y} 2', 'malformed'],
  ['a 1\nb', 'malformed'],
])('%j is refused: %s', (wrong, code) => {
  expect(() => prometheusRecords(wrong)).toThrow(expect.objectContaining({ code }))
})

test('more than 20,000 samples are too large', () => {
  const many = Array.from({ length: 20_001 }, (_, index) => `a{i="${index}"} 1`).join('\n')
  expect(() => prometheusRecords(many)).toThrow(expect.objectContaining({ code: 'tooLarge' }))
})
