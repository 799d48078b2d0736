import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { printExamples } from './examples.js';
import { applicationOptions, setUp } from './set-up.js';

const app = setUp(await NestFactory.create<NestExpressApplication>(AppModule, applicationOptions));
const port = Number(process.env.PORT || 3000);
await app.listen(port);
console.log(`\nThe restaurant guide: http://localhost:${port}/`);
printExamples(`http://localhost:${port}`);
