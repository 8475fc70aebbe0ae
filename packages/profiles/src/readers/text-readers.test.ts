import { describe, expect, it } from 'vitest'
import { writeCollapsed } from '../model/collapsed-text.ts'
import { ProfileFault, profileFaultText } from '../model/profile-fault.ts'
import { readRecording } from './registry.ts'

const read = (text: string) => readRecording(new TextEncoder().encode(text))
const collapsed = (text: string): string => writeCollapsed(read(text).profiles[0] ?? never())
const never = (): never => {
  throw new Error('no profile')
}
const faultOf = (text: string | Uint8Array): string => {
  try {
    readRecording(typeof text === 'string' ? new TextEncoder().encode(text) : text)
    return 'none'
  } catch (error) {
    if (error instanceof ProfileFault) return error.code
    throw error
  }
}

describe('collapsed stacks', () => {
  it('are read with weights added up and written again by name', () => {
    expect(collapsed('# py-spy\nmain;b 2\nmain;a 1\n\nmain;b 3\nmain 1\r\n')).toBe(
      'main 1\nmain;a 1\nmain;b 5\n',
    )
  })

  it('lose the marks of async-profiler and get the names of Java', () => {
    expect(collapsed('java/lang/Thread.run_[0];shop/Cart.total_[j];read_[k] 7')).toBe(
      'java.lang.Thread.run;shop.Cart.total;read 7\n',
    )
  })

  it('may have spaces in frames', () => {
    expect(collapsed('start_thread;Interpreter::run (int) 4')).toBe('start_thread;Interpreter::run (int) 4\n')
  })

  it('are refused with the line that is none', () => {
    const faulty = 'main;a 1\nmain;b\n'
    expect(faultOf(faulty)).toBe('badLine')
    expect(profileFaultText({ code: 'badLine', params: { line: 2 } }).en).toContain('Line 2')
  })

  it('may recur 5,000 deep, but not without end', () => {
    const deep = (frames: number): string => `main;${'fib;'.repeat(frames - 2)}leaf 1\n`
    expect(collapsed(deep(5_000))).toBe(deep(5_000))
    expect(faultOf(deep(10_001))).toBe('tooDeep')
  })
})

describe('output of perf script', () => {
  /** perf 6.1, `perf record -F 499 -e cpu-clock -g -- awk …`, shortened. */
  const recorded = [
    'awk 24484  1100.984748:    2004008 cpu-clock: ',
    '\t           27990 __fmod_finite@GLIBC_2.15+0x120 (/usr/lib/x86_64-linux-gnu/libm.so.6)',
    '',
    'awk 24484  1100.986754:    2004008 cpu-clock: ',
    '\t           42f09 [unknown] (/usr/bin/gawk)',
    '\tffffffff81000c82 asm_exc_page_fault+0x22 ([kernel.kallsyms])',
    '',
    'C2 CompilerThre 3113/3120 [001]  1101.984748:     250000 cycles:ppp: ',
    '\t    7f2a10 Node::Node(unsigned int)+0x1d (/usr/lib/jvm/libjvm.so)',
    '',
  ].join('\n')

  it('of a recorded file becomes stacks below the command, by event', () => {
    const { profiles, format, durationMs } = read(recorded)
    expect(format).toBe('perf')
    expect(durationMs).toBe(1_000)
    expect(profiles.map(profile => [profile.source, writeCollapsed(profile)])).toEqual([
      ['cpu-clock', 'awk;__fmod_finite@GLIBC_2.15 1\nawk;asm_exc_page_fault;[gawk] 1\n'],
      ['cycles', 'C2 CompilerThre;Node::Node(unsigned int) 1\n'],
    ])
  })
})

describe('files of speedscope', () => {
  const file = (profiles: unknown[]): string =>
    JSON.stringify({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'main' }, { name: 'work' }] },
      profiles,
    })

  it('with samples are read in nanoseconds, threads together', () => {
    const thread = {
      type: 'sampled',
      name: 'thread',
      unit: 'milliseconds',
      startValue: 0,
      endValue: 3,
      samples: [[0], [0, 1]],
      weights: [1, 2],
    }
    const { profiles } = read(file([thread, thread]))
    expect(profiles).toHaveLength(1)
    expect(profiles[0]).toMatchObject({ kind: 'cpu', unit: 'nanoseconds' })
    expect(writeCollapsed(profiles[0] ?? never())).toBe('main 2000000\nmain;work 4000000\n')
  })

  it('with events give each frame the time in which none is above it', () => {
    const events = [
      { type: 'O', frame: 0, at: 10 },
      { type: 'O', frame: 1, at: 13 },
      { type: 'C', frame: 1, at: 20 },
      { type: 'C', frame: 0, at: 21 },
    ]
    expect(collapsed(file([{ type: 'evented', unit: 'none', events }]))).toBe('main 4\nmain;work 7\n')
  })

  it('with events that do not match are refused', () => {
    const events = [
      { type: 'O', frame: 0, at: 0 },
      { type: 'C', frame: 1, at: 1 },
    ]
    expect(faultOf(file([{ type: 'evented', unit: 'none', events }]))).toBe('damaged')
    expect(faultOf(file([{ type: 'sampled', unit: 'none', samples: [[9]], weights: [1] }]))).toBe('damaged')
  })
})

describe('other content', () => {
  it.each([
    ['an empty file', '', 'unknownFormat'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0), 'unknownFormat'],
    ['prose', 'What the code did\nwhile the load ran', 'unknownFormat'],
    ['unknown JSON', '{"a": 1}', 'unknownFormat'],
    ['JSON of V8 that is cut', '{"nodes":[{"id":1', 'badJson'],
    [
      'a recording of JDK 8 before JFR was open',
      Uint8Array.of(0x46, 0x4c, 0x52, 0, 0, 1, 0, 0, ...new Uint8Array(64)),
      'oldRecording',
    ],
    ['a JFR file without a complete chunk', Uint8Array.of(0x46, 0x4c, 0x52, 0, 0, 2), 'damaged'],
    ['a pprof file with a wrong length', Uint8Array.of(0x0a, 0x7f, 0, 1), 'damaged'],
    ['a pprof file without samples', Uint8Array.of(0x0a, 0x02, 0x08, 0x00), 'noStacks'],
    [
      'a V8 profile whose nodes form a circle',
      '{"nodes":[{"id":1,"callFrame":{"functionName":"a"},"children":[1]}],"startTime":0,"endTime":1}',
      'damaged',
    ],
  ])('%s is refused', (_, content, code) => {
    expect(faultOf(content)).toBe(code)
  })
})
