/** Texts of capacity searches on the live page and in reports, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const capacityMessages = {
  'run.capacity.title': text('容量搜索', 'Capacity search'),
  'run.capacity.users': text('{{load}} 个用户', '{{load}} users'),
  'run.capacity.arrivals': text('{{load}} 次到达/s', '{{load}} arrivals/s'),
  'run.capacity.kind.found': text(
    '容量为 {{load}}：再次测量时仍满足规则，{{broken}}不满足',
    'The capacity is {{load}}: the rules held again when measured a second time; {{broken}} break them',
  ),
  'run.capacity.kind.unconfirmed': text(
    '{{load}}满足规则；搜索在再次测量确认之前结束',
    '{{load}} hold the rules; the search ended before this was confirmed by a second measurement',
  ),
  'run.capacity.kind.atLeast': text(
    '容量不低于 {{load}}：允许的最高负载仍满足规则，未达到极限',
    'The capacity is at least {{load}}: the highest load allowed holds the rules, the limit was not reached',
  ),
  'run.capacity.kind.none': text(
    '没有满足规则的负载：最低的级别 {{broken}}也不满足',
    'No load within the rules: even the lowest level, {{broken}}, breaks them',
  ),
  'run.capacity.kind.notEnoughData': text(
    '数据不足：没有任何级别得到判定，请延长每级的测量时间或搜索的最长时间',
    'Not enough data: no level was evaluated. Measure each level for longer, or allow the search more time',
  ),
  'run.capacity.kind.generatorLimit': text(
    '结果无效：被测系统之前，压力机先达到极限，请增加压力机后重新搜索',
    'Invalid: the load machines reached their limit before the target did. Add load machines and search again',
  ),
  'run.capacity.heldBefore': text(
    '{{sentence}}。此前满足规则的最高负载：{{load}}',
    '{{sentence}}. Highest load that held before: {{load}}',
  ),
  'run.capacity.rules': text('规则', 'Rules'),
  'run.capacity.and': text('；', '; '),
  'run.capacity.interval': text('极限所在区间（90%）', 'Interval of the limit (90%)'),
  'run.capacity.between': text('{{low}} – {{high}}', '{{low}} – {{high}}'),
  'run.capacity.atLeast': text('不低于 {{low}}', 'at least {{low}}'),
  'run.capacity.below': text('低于 {{high}}', 'below {{high}}'),
  'run.capacity.rate': text('此负载下的每秒请求数', 'Requests/s at this load'),
  'run.capacity.how': text('方法', 'Method'),
  'run.capacity.method': text(
    '从 {{start}} 起逐级提高负载，超限后退回并在满足与不满足的级别之间折半，最后再次测量确认；每级稳定 {{settle}} 秒后至少测量 {{measure}} 秒，共用 {{elapsed}}',
    'The load was raised step by step from {{start}}; after a level that breaks the rules the gap to the highest one that holds was halved, and the best level was measured again. Each level was measured for at least {{measure}} s after {{settle}} s to settle; {{elapsed}} in all',
  ),
  'run.capacity.level': text('级别', 'Level'),
  'run.capacity.load': text('负载', 'Load'),
  'run.capacity.verdict': text('判定', 'Evaluation'),
  'run.capacity.holds': text('满足', 'Holds'),
  'run.capacity.breaks': text('不满足', 'Breaks'),
  'run.capacity.holdsUnclear': text('满足（按平均值）', 'Holds (by the mean)'),
  'run.capacity.breaksUnclear': text('不满足（按平均值）', 'Breaks (by the mean)'),
  'run.capacity.measured': text('测量时间', 'Measured'),
  'run.capacity.requests': text('请求数', 'Requests'),
  'run.capacity.perSecond': text('每秒请求数', 'Requests/s'),
  'run.capacity.beyond': text(
    '{{rule}} 的超出比例（上限 {{limit}}）',
    'Share beyond {{rule}} (limit {{limit}})',
  ),
  'run.capacity.range': text('{{value}}（{{low}} – {{high}}）', '{{value}} ({{low}} – {{high}})'),
  'run.capacity.now.settling': text(
    '正在等待 {{level}} 稳定（{{seconds}} / {{wanted}} 秒）。',
    'Waiting until {{level}} settle ({{seconds}} / {{wanted}} s).',
  ),
  'run.capacity.now.measuring': text(
    '正在测量 {{level}}（{{seconds}} / {{wanted}} 秒）。',
    'Measuring {{level}} ({{seconds}} / {{wanted}} s).',
  ),
  'run.capacity.now.longer': text(
    '{{level}} 接近极限，已测量 {{seconds}} 秒，尚不能判定。',
    '{{level}} are near the limit: measured for {{seconds}} s, not clear yet.',
  ),
  'run.capacity.now.recovering': text(
    '负载降到 {{load}}，等待积压的请求完成（{{seconds}} 秒），然后测量 {{level}}。',
    'The load is down to {{load}} until the requests that piled up are done ({{seconds}} s); {{level}} are next.',
  ),
  'run.capacity.why.first': text('这是第一级。', 'This is the first level.'),
  'run.capacity.why.up': text(
    '前一级满足规则，因此提高负载。',
    'The level before held, so the load is raised.',
  ),
  'run.capacity.why.between': text(
    '它在满足与不满足的级别之间，用来缩小范围。',
    'It is between a level that holds and one that breaks, to narrow down the limit.',
  ),
  'run.capacity.why.down': text(
    '所有测过的级别都不满足规则，因此降低负载。',
    'All levels so far broke the rules, so the load is lowered.',
  ),
  'run.capacity.why.confirm': text(
    '范围已足够小，再次测量以确认结果，用时为两倍。',
    'The limit is narrowed down; the best level is measured again for twice as long to confirm it.',
  ),
  'run.capacity.held': text('本级的测量进度', 'Measurement of this level'),
  'run.capacity.heldOf': text('{{seconds}} / {{wanted}} 秒', '{{seconds}} / {{wanted}} s'),
  'run.capacity.time': text('搜索用时', 'Time of the search'),
  'run.capacity.timeOf': text('{{elapsed}} / 最长 {{most}}', '{{elapsed}} of at most {{most}}'),
}
