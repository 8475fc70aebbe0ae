/** The form of a component's thread group: how many users it starts when it runs by itself, how fast, and how long. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form, FormField } from '@pone/schema/form.ts'
import type { ThreadGroup } from './component.ts'

const seconds = (
  name: Extract<keyof ThreadGroup, `${string}Seconds`>,
  label: Bilingual,
  hint: Bilingual,
): FormField => ({ name, label, hint, widget: 'number', unit: 's', digits: 1 })

export const threadGroupForm: Form = [
  {
    item: 'note',
    text: {
      zh: '用于三处：独立执行选择“按线程组”时、命令行 ./pone run 未给出负载时，以及场景的负载模型为“按组件线程组”时。场景选用其他负载模型时，由场景决定并发和时长，这里只有启动延迟和线程复用仍然有效。',
      en: 'Used in three places: standalone execution with “As defined by the thread group”, ./pone run without its own load, and scenarios with the load model “Thread groups of the components”. With other load models, the scenario defines users and duration; only start delay and thread reuse still apply.',
    },
  },
  {
    name: 'threads',
    label: { zh: '线程数', en: 'Threads' },
    hint: { zh: '同时运行的虚拟用户数。', en: 'Number of concurrent virtual users.' },
    widget: 'number',
  },
  seconds(
    'rampUpSeconds',
    { zh: '爬坡时间', en: 'Ramp-up' },
    {
      zh: '在这段时间内均匀启动所有线程，0 为同时启动。',
      en: 'All threads are started evenly within this time; 0 starts them at the same time.',
    },
  ),
  {
    name: 'loops',
    label: { zh: '循环次数', en: 'Loops' },
    hint: { zh: '每个线程执行的迭代次数。', en: 'Number of iterations per thread.' },
    widget: 'number',
    min: 1,
    unlimited: { value: 0, label: { zh: '永远', en: 'Forever' }, otherwise: 1 },
  },
  seconds(
    'durationSeconds',
    { zh: '调度时长', en: 'Duration' },
    {
      zh: '从启动延迟结束时起计，到时即结束，进行中的请求会完成；0 为不限。永远循环时必须填写。',
      en: 'The group ends after this time, counted from the end of the start delay; active requests are completed. 0 for no limit. Required if loops are set to forever.',
    },
  ),
  seconds(
    'startDelaySeconds',
    { zh: '启动延迟', en: 'Start delay' },
    { zh: '开始执行前等待的时间。', en: 'Time to wait before the execution starts.' },
  ),
  {
    name: 'reuseThreads',
    label: { zh: '线程复用', en: 'Reuse threads' },
    hint: {
      zh: '打开：用户把 Cookie、缓存、连接和变量带入下一次迭代；关闭：每次迭代都是新用户，不带任何 Cookie、缓存、连接和变量。',
      en: 'On: users keep cookies, cache, connections and variables in the next iteration. Off: each iteration is a new user without cookies, cache, connections and variables.',
    },
    widget: 'boolean',
  },
]
