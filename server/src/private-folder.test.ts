import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderNotPrivate, makePrivate } from './private-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'maru-private-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (path: string): string => (lstatSync(path).mode & 0o7777).toString(8);

test('a new folder is accessible to its owner only', () => {
  const folder = join(parent, 'data');
  expect(makePrivate(folder)).toBe(0);
  expect(modeOf(folder)).toBe('700');
});

test('a folder that others could read is made private with everything in it', () => {
  const folder = join(parent, 'data');
  mkdirSync(join(folder, 'journal'), { recursive: true });
  const files = [join(folder, 'secret'), join(folder, 'journal', '1.jsonl')];
  for (const file of files) writeFileSync(file, '');
  for (const path of [folder, join(folder, 'journal'), ...files]) chmodSync(path, 0o755);
  expect(makePrivate(folder)).toBe(4);
  expect([folder, join(folder, 'journal'), ...files].map(modeOf)).toEqual(['700', '700', '600', '600']);
  expect(makePrivate(folder)).toBe(0);
});

test('a folder inside that is closed already is not looked through', () => {
  const folder = join(parent, 'data');
  mkdirSync(join(folder, 'files'), { recursive: true });
  const file = join(folder, 'files', 'picture');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  chmodSync(join(folder, 'files'), 0o700);
  chmodSync(folder, 0o700);
  expect(makePrivate(folder)).toBe(0);
  expect(modeOf(file)).toBe('644');
});

test('the target of a link keeps its mode', () => {
  const folder = join(parent, 'data');
  const outside = join(parent, 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  makePrivate(folder);
  symlinkSync(outside, join(folder, 'link'));
  makePrivate(folder);
  expect(modeOf(outside)).toBe('644');
});

test('a folder that many users share is refused', () => {
  const folder = join(parent, 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  expect(() => makePrivate(folder)).toThrow(FolderNotPrivate);
  expect(modeOf(folder)).toBe('1777');
});
