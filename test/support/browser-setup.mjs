import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** Chromium and its relatives, by the names under which systems install them. */
const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Beside what Playwright sets: no GPU, no HTTP/3, and no address but that of this machine. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Starts the browser of all specs: that of CHROMIUM_PATH or, where none is named, the first one on PATH; with `none`
 * there is none. Playwright gives it a new profile, and removes that at the end. A run without a browser says so, and
 * fails with REQUIRE_BROWSER; so does one whose named browser does not start.
 */
export default async function setUp() {
  const named = process.env.CHROMIUM_PATH;
  process.env.BROWSER_ENDPOINT = '';
  try {
    const executablePath = named || findBrowser();
    if (executablePath === 'none') throw new Error('CHROMIUM_PATH is none.');
    globalThis.browserServer = await chromium.launchServer({ executablePath, args: flags });
    process.env.BROWSER_ENDPOINT = globalThis.browserServer.wsEndpoint();
  } catch (error) {
    if (process.env.REQUIRE_BROWSER) {
      throw new Error(`no browser, which REQUIRE_BROWSER asks for: ${error.message}`, { cause: error });
    }
    if (named && named !== 'none') throw error;
    // The lines after the first are the flags, and the browser's own.
    const [reason] = error.message.split('\n');
    console.warn(`\nNot tested here, for want of a browser: test/browser. ${reason}`);
  }
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const files = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  const found = files.find(isProgram);
  if (found === undefined) throw new Error('No Chromium is on PATH: install one, or name it in CHROMIUM_PATH.');
  return found;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
