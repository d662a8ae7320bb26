package convert

import (
	"strings"
	"sync"
)

// otherGenres are the genres of pzpr that this package knows by name only, and cannot convert.
var otherGenres = sync.OnceValue(func() []string { return strings.Fields(otherGenreNames) })

const otherGenreNames = `
aho akichi alter amibo angleloop anglers antmill anymino aquapelago araf archipelago armyants 
arrowflow arukone ayeheya balance balloon barns batten battleship bdblock bdwalk bhaibahan blindrush bonsan 
bosanowa bosnianroad bramble brownies bunnyhop bwloop canal castle cbanana cbblock chainedb chocona 
circlesquare circuitwalk cityspace cocktail coffeemilk compass context coral cornerch crossstitch cts 
curvedata curvedata-aux curving dbchoco detour diamond disco disloop distopia dominion doppelblock dosufuwa 
dotchi dotchi2 doubleback edamame elasticlink energywalk evolmino factors fakearrow familyphoto fillmat 
fillomino firefly firewalk fivecells forestwalk fourcells fracdiv geradeweg goishi gokigen golemgrad gravel 
guidearrow haisu hakoiri hamlepaths hanare hasunomura heavydots hebi herugolf heteromino heyablock heyabon 
heyapin hinge icebarn icelom icelom2 icewalk ichimaga ichimagam ichimagax interbd invlitso island isowatari 
japanesesums juosan kaero kaidan kaisu kakuru kazunori keywest kinkonkan kissing koburin kouchoku kramma 
kramman kurarin kurochute kuroclone kuromenbun kurotto kusabi ladders landmeasure lapaz lightshadow 
lineofsight lither lits lixloop lohkous lollipops longest lookair loopsp loute lring magnets makaro mannequin 
martini marutaring maxi meander meidjuluk mejilink midloop mintonette mirrorbk mochikoro mochinyoro moonsun 
morningwalk mrokmrno mrtile mukkonn myopia nagare nagenawa nanameguri nanro narrow nawabari news nibunnogo 
nikoji nondango norinuri nothing nothree numcity numlin numrope nuribou nuriloop nurimaze nurimisaki nuritwin 
nuriuzu oasis oneroom onsen orbital outofsight ovotovata oyakodori paintarea parquet patchwork pencils 
pentatouch pentominous pentopia pipelink pipelinkr pmemory portal putteria ququ railpool rassi recoil 
rectslider reflect regional-poly remlen renban retroships retsurin ringring roboticwalk roma roundtrip 
ruleofthree sananko sansaroad sashigane sashikabe sashikazune satogaeri scrabble scrin seiza sendai 
shakashaka shimaguni shugaku shwolf simplegako slalom slashpack slovak smullyan snake snakeegg snakepit 
soulmates squarejam statuepark statuepark-aux stostone subomino sukoro sukororoom sumiwake swslither symmarea 
tachibk tajmahal takoyaki tapaloop tasquare tatamibari tateyoko tawa tentaisho teri tetrochain tetrochaink 
tetroctb tetrominous tilecity tilepaint timebomb tjunction toichika toichika2 tontonbeya tontti topo 
trainstations tren triplace trizone tslither turnaround turnrun twinarea ubahn usoone usotatami uturns 
vertigo view voxas vslither wafusuma wagiri walllogic wataridori waterwalk wblink wittgen yajikazu 
yajilin-regions yajirushi yajirushi2 yajisoko yajitatami yokeimoji yosenabe zabajaba 
`
