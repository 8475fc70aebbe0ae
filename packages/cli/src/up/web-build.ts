/** Builds the web pages when their sources have changed since the last build. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as gzipCallback } from 'node:zlib'
import { lockFolder } from '@pone/embedded-postgres/folder-lock.ts'
import { z } from 'zod'
import { CommandError } from '../exit-codes.ts'
import { cacheFolder, checkout, webFolder } from '../paths.ts'

const run = promisify(execFile)
const gzip = promisify(gzipCallback)
const brotli = promisify(brotliCompress)
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
const smallestCompressedBytes = 1_024
const otherBuildPatienceMs = 600_000

/** Returns the folder of the built pages. `announce` is called when a build is needed. @throws CommandError */
export async function buildWeb(announce: (step: string) => void): Promise<string> {
  const finished = join(webFolder, 'dist')
  const stamp = join(cacheFolder, 'web-build')
  if (await isFresh(finished, stamp)) return finished
  await mkdir(cacheFolder, { recursive: true })
  const outcome = await lockFolder(join(cacheFolder, 'web-build.lock'), {
    patienceMs: otherBuildPatienceMs,
    waitsForLiving: true,
  })
  if (!outcome.isLocked)
    throw new CommandError('partFailed', 'Another start is building the web pages and does not end.')
  try {
    if (await isFresh(finished, stamp)) return finished
    announce('building the web pages ...')
    const hash = await hashSources()
    await build(finished)
    await writeFile(stamp, hash)
    return finished
  } finally {
    await outcome.lock.release()
  }
}

async function isFresh(finished: string, stamp: string): Promise<boolean> {
  const built = await readFile(stamp, 'utf8').catch(() => '')
  const isThere = await access(join(finished, 'index.html')).then(
    () => true,
    () => false,
  )
  return isThere && built === (await hashSources())
}

/** Builds beside the finished folder and then swaps, so that a running server never serves half a build. */
async function build(finished: string): Promise<void> {
  const side = join(cacheFolder, 'web-new')
  const vite = join(
    dirname(createRequire(join(webFolder, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  const args = [vite, 'build', '--outDir', side, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await run(process.execPath, args, {
      cwd: webFolder,
      maxBuffer: 64_000_000,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    })
  } catch (cause) {
    const { stderr, stdout } = cause as { stderr?: string; stdout?: string }
    const said = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-20).join('\n')
    throw new CommandError('partFailed', `The web pages could not be built:\n${said}`, { cause })
  }
  await compress(side)
  await rm(finished, { recursive: true, force: true })
  await rename(side, finished)
}

/**
 * Writes compressed copies beside every larger text file; the server sends the best one that the browser accepts:
 * Brotli over TLS, gzip elsewhere.
 */
async function compress(folder: string): Promise<void> {
  const texts = (await listFiles(folder)).filter(path => /\.(js|css|html|svg)$/.test(path))
  await Promise.all(
    texts.map(async path => {
      const content = await readFile(path)
      if (content.length <= smallestCompressedBytes) return
      const [gzipped, brotlied] = await Promise.all([gzip(content, { level: 9 }), brotli(content)])
      await Promise.all([writeFile(`${path}.gz`, gzipped), writeFile(`${path}.br`, brotlied)])
    }),
  )
}

/** The package of the pages and those that it depends on, whose sources decide whether a build is up to date. */
async function sourceFolders(): Promise<readonly string[]> {
  const folders = new Set([webFolder])
  // A set is walked through what is added meanwhile, too.
  for (const folder of folders) {
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    for (const name of Object.keys(packageSchema.parse(JSON.parse(text)).dependencies))
      if (name.startsWith('@pone/')) folders.add(join(checkout, 'packages', name.slice('@pone/'.length)))
  }
  return [...folders]
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = (await Promise.all((await sourceFolders()).map(listFiles))).flat()
  for (const path of [...files.sort(), join(checkout, 'package-lock.json')]) {
    hash.update(relative(checkout, path)).update('\0')
    hash.update(await readFile(path)).update('\0')
  }
  return hash.digest('hex')
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const skipped = new Set(['node_modules', 'dist'])
  const found = entries
    .filter(entry => !skipped.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map(async entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(path)
      return entry.isFile() ? [path] : []
    })
  return (await Promise.all(found)).flat()
}
