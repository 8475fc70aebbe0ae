import { describe, expect, test } from 'vitest'
import { parseArtillery } from './artillery.ts'
import { parseAutocannon } from './autocannon.ts'
import { parseGatling } from './gatling.ts'
import { parseHey } from './hey.ts'
import { parseJmeter } from './jmeter.ts'
import { parseLocust } from './locust.ts'
import { parseVegeta } from './vegeta.ts'
import { parseWrk } from './wrk.ts'

describe('percentiles are read from the recorded output of', () => {
  test('wrk, in units that change from line to line', () => {
    const recorded = `Running 3s test @ http://127.0.0.1:33273/item?id=1
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    54.81ms  109.94ms 569.16ms   88.90%
    Req/Sec    10.54k    12.66k   34.04k    75.00%
  Latency Distribution
     50%  447.00us
     75%   48.41ms
     90%  194.28ms
     99%    1.52s 
  23269 requests in 3.16s, 5.37MB read
Requests/sec:   7353.78
Transfer/sec:      1.70MB
`
    expect(parseWrk(recorded)).toEqual({ p50: 0.447, p95: null, p99: 1_520 })
  })

  test('hey, in seconds', () => {
    const recorded = `
Latency distribution:
  10% in 0.0008 secs
  25% in 0.0022 secs
  50% in 0.1935 secs
  75% in 0.3553 secs
  90% in 0.6518 secs
  95% in 1.0098 secs
  99% in 1.5055 secs
`
    const percentiles = parseHey(recorded)
    expect(percentiles?.p50).toBeCloseTo(193.5)
    expect(percentiles?.p95).toBeCloseTo(1_009.8)
    expect(percentiles?.p99).toBeCloseTo(1_505.5)
  })

  test('autocannon, which has no 95th', () => {
    const recorded =
      '{"url":"http://127.0.0.1:37859/item?id=1","connections":64,"duration":3.03,"latency":{"average":1.22,"p50":0,"p75":1,"p90":5,"p97_5":5,"p99":8,"p99_9":25}}\n'
    expect(parseAutocannon(recorded)).toEqual({ p50: 0, p95: null, p99: 8 })
  })

  test('vegeta, in nanoseconds', () => {
    const recorded =
      '{"latencies":{"total":1000000,"mean":500000,"50th":447000,"90th":800000,"95th":1200000,"99th":15200000,"max":20000000,"min":100000},"requests":2,"rate":1,"throughput":1,"success":1}'
    expect(parseVegeta(recorded)).toEqual({ p50: 0.447, p95: 1.2, p99: 15.2 })
  })

  test('JMeter, exactly from its sample log', () => {
    const recorded = `timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success
1795270745021,170,item,200,OK,shoppers 1-57,text,true
1795270744999,148,item,200,OK,shoppers 1-46,text,true
1795270745012,9,item,200,OK,shoppers 1-3,text,true
`
    expect(parseJmeter(recorded)).toEqual({ p50: 148, p95: 170, p99: 170 })
  })

  test('Locust, from its table', () => {
    const recorded = `Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time,Max Response Time,Average Content Size,Requests/s,Failures/s,50%,66%,75%,80%,90%,95%,98%,99%,99.9%,99.99%,100%
GET,item,5431,0,8,17.438356452402864,0.2419399997961591,141.04396900029315,88.0,2695.644680320307,0.0,8,12,17,21,42,78,130,140,140,140,140
,Aggregated,5431,0,8,17.438356452402864,0.2419399997961591,141.04396900029315,88.0,2695.644680320307,0.0,8,12,17,21,42,78,130,140,140,140,140
`
    expect(parseLocust(recorded)).toEqual({ p50: 8, p95: 78, p99: 140 })
  })

  test('Gatling, whose large figures have commas', () => {
    const recorded = `---- Global Information -------------------------------------------------------------|---Total---|-----OK----|----KO----
> request count                                                                      |       918 |       918 |         -
> response time 50th percentile (ms)                                                 |       149 |       149 |         -
> response time 75th percentile (ms)                                                 |       227 |       227 |         -
> response time 95th percentile (ms)                                                 |     3,774 |     3,791 |         -
> response time 99th percentile (ms)                                                 |     7,794 |     7,851 |         -
`
    expect(parseGatling(recorded)).toEqual({ p50: 149, p95: 3_774, p99: 7_794 })
  })

  test('Artillery, from its report', () => {
    const recorded =
      '{"aggregate":{"counters":{"http.requests":691},"summaries":{"http.response_time":{"min":2,"max":320,"count":691,"p50":71.5,"median":71.5,"p95":273.2,"p99":308,"p999":314.2}}}}'
    expect(parseArtillery(recorded)).toEqual({ p50: 71.5, p95: 273.2, p99: 308 })
  })

  test.each([
    ['wrk', parseWrk],
    ['hey', parseHey],
    ['autocannon', parseAutocannon],
    ['JMeter', parseJmeter],
    ['Locust', parseLocust],
    ['Gatling', parseGatling],
  ])('%s, of which nothing comes when there is none', (_name, parse) => {
    expect(parse('')).toBeNull()
  })
})
