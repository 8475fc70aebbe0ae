/** Every page, in both languages, light and dark, with its dialogs and menus: axe-core finds nothing; enlarged, no control is lost; and the keyboard is enough. */
import assert from 'node:assert/strict'
import { type Ids, judge } from '../accessibility/judge.ts'
import { checkKeyboard, checkOutage } from '../accessibility/keyboard.ts'
import { enlargedPlaces, nameOf, type Place, places, type Viewer } from '../accessibility/places.ts'
import { reader, readersProject, seed } from '../accessibility/seed.ts'
import type { Pone } from '../driver/pone.ts'
import { enterProject } from '../driver/projects.ts'
import type { Journey, World } from '../harness/journey.ts'

const placesOf = (viewer: Viewer): Place[] => places.filter(each => each.viewer === viewer)

async function openAsTester({ openBrowser }: World): Promise<Pone> {
  const pone = await openBrowser()
  await pone.signIn(reader)
  await enterProject(pone, readersProject)
  return pone
}

/** Places by finding. */
type Findings = Map<string, string[]>

/** Judges places until none is left; another tab may take from the same ones. */
async function judgeAll(pone: Pone, left: Place[], ids: Ids, findings: Findings): Promise<void> {
  for (let place = left.shift(); place; place = left.shift()) {
    const name = nameOf(place)
    const options = {
      isEnlarged: enlargedPlaces.has(name),
      chineseIn: places.indexOf(place) % 2 === 0 ? ('light' as const) : ('dark' as const),
    }
    for (const finding of await judge(pone.page, place, ids, options))
      findings.set(finding, [...(findings.get(finding) ?? []), name])
  }
}

/** In two tabs beside each other, one processor each. @returns one line per finding, with the places that have it */
async function judgePages(world: World, tester: Pone, ids: Ids): Promise<string[]> {
  const findings: Findings = new Map()
  const work = placesOf('tester')
  const beside = await world.openTab(tester, '/pone/atf/projects/home')
  const others = async () => {
    const pone = await world.openBrowser()
    await judgeAll(pone, placesOf('nobody'), ids, findings)
    await pone.open('/pone/login')
    await pone.signIn(world.installation.administrator, 'administrator')
    await judgeAll(pone, placesOf('administrator'), ids, findings)
    await judgeAll(beside, work, ids, findings)
  }
  await Promise.all([others(), judgeAll(tester, work, ids, findings)])
  // It shows English still, and tabs that are opened later would take that over.
  await beside.page.close()
  return [...findings].map(([finding, at]) => `${finding} at ${at[0]} and ${at.length - 1} others`)
}

async function run(world: World): Promise<void> {
  const { installation, shop, check, checkAlso } = world
  let ids: Ids = {}
  await check('a project with results of every kind is prepared', async () => {
    ids = await seed(installation, 'e2e7', shop.address)
  })
  const tester = await openAsTester(world)
  await checkAlso(
    'no page has a finding in both languages, light and dark, or loses a control at 200 %',
    async () => {
      const unknown = [...enlargedPlaces].filter(name => !places.some(place => nameOf(place) === name))
      assert.deepEqual(unknown, [], 'places to enlarge that do not exist')
      assert.deepEqual(await judgePages(world, tester, ids), [])
    },
  )
  await checkKeyboard(world, tester, ids)
  await checkOutage(world, tester)
}

export const accessibilityJourney: Journey = { name: 'accessibility', run }
