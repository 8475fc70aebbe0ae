/** Test data: a small type of one's own that is without faults. */

/** As an administrator writes it. */
export const ownTypeText = `# Orders of the shop
name: demo-shop-orders
category: custom
names: { zh: 演示商店订单, en: Orders of the demo shop }
triedOn: [demo shop 0.9]
transport: http
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, required: true }
  - { key: port, type: number, names: { zh: 端口, en: Port }, default: 80, required: true }
sections:
  - key: stats
    names: { zh: 统计, en: Statistics }
    answersAvailability: true
    request:
      path: /control/stats
      answer: { format: json, fields: { requests: requests, errors: errors } }
    counters:
      - key: requests
        kind: counter
        unit: count
        names: { zh: 请求, en: Requests }
        help: { zh: 收到的请求, en: Requests that were received }
      - key: errors
        kind: counter
        unit: count
        names: { zh: 错误, en: Errors }
        help: { zh: 以错误回答的请求, en: Requests that were answered by an error }
    computed:
      - key: errorPercent
        expression: 100 * errors / requests
        unit: '%'
        names: { zh: 错误率, en: Error rate }
        help: { zh: 错误占请求的比例, en: Part of the requests with an error }
charts:
  - { key: rate, names: { zh: 速率, en: Rate }, style: line, unit: count/s, counters: [stats.requests, stats.errors] }
  - { key: errors, names: { zh: 错误率, en: Error rate }, style: line, unit: '%', counters: [stats.errorPercent] }
`
