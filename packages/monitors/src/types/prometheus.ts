/** Monitor type `prometheus`: any exporter; its metrics are found in its answers. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both } from './parts.ts'

export const prometheus: MonitorTypeInput = {
  name: 'prometheus',
  version: 1,
  category: 'custom',
  names: both(['Prometheus 导出器', 'Prometheus exporter']),
  help: both([
    '任何以 Prometheus 文本格式提供指标的地址',
    'Any address that serves metrics in the text format of Prometheus',
  ]),
  triedOn: ['prometheus-node-exporter 1.5.0'],
  transport: 'http',
  params: httpParams(9_100, { usual: '/metrics', help: ['指标所在的路径', 'Path of the metrics'] }),
  sections: [
    {
      key: 'metrics',
      names: both(['指标', 'Metrics']),
      request: { path: '{path}', answer: { format: 'prometheus' } },
      answersAvailability: true,
      timeoutMs: 10_000,
      discovery: { counter: 'name', value: 'value', kind: 'kind', labels: 'labels', help: 'help' },
      counters: [],
    },
  ],
  charts: [],
}
